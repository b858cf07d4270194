import type { PublicTracking } from './page-input.ts';
import type { Texts } from './texts.ts';

/** How to reach the shop. */
export function Help(props: { shop: PublicTracking['shop']; number: string; texts: Texts }) {
  const { shop, number, texts } = props;
  if (!shop.help_whatsapp && !shop.help_phone && !shop.help_email) return null;
  return (
    <footer className="help">
      <p>
        {texts.help} <bdi>{shop.name}</bdi>
      </p>
      <p className="contacts">
        {shop.help_whatsapp && (
          <a
            className="button whatsapp"
            href={`https://wa.me/${shop.help_whatsapp}?text=${encodeURIComponent(texts.whatsAppText(number))}`}
            rel="noreferrer"
            aria-label={`${texts.whatsApp} +${shop.help_whatsapp}`}
          >
            {texts.whatsApp} <bdi>{spaced(shop.help_whatsapp)}</bdi>
          </a>
        )}
        {shop.help_phone && (
          <a href={`tel:${shop.help_phone.replaceAll(/[^\d+]/g, '')}`} aria-label={`${texts.call} ${shop.help_phone}`}>
            <bdi>{shop.help_phone}</bdi>
          </a>
        )}
        {shop.help_email && (
          <a href={`mailto:${shop.help_email}`} aria-label={`${texts.write} ${shop.help_email}`}>
            <bdi>{shop.help_email}</bdi>
          </a>
        )}
      </p>
    </footer>
  );
}

/** `923001234567` as `+92 300 1234567`. */
const spaced = (number: string): string => `+${number.replace(/^92(\d{3})(\d{7})$/, '92 $1 $2')}`;
