import { textsOf, type Lang } from './texts.ts';

/**
 * Ways to send the link of the page to someone else. Without JavaScript it is WhatsApp; share-buttons.js shows what the
 * browser can do.
 */
export function Share({ link, shop, lang }: { link: string; shop: string; lang: Lang }) {
  const texts = textsOf[lang];
  const message = texts.shareText(shop);
  return (
    <p className="share" data-title={message} data-link={link}>
      <button type="button" className="plain share-system" hidden>
        {texts.share}
      </button>
      <button type="button" className="plain share-copy" hidden data-copied={texts.copied}>
        {texts.copyLink}
      </button>
      <a
        className="plain share-whatsapp"
        href={`https://wa.me/?text=${encodeURIComponent(`${message}\n${link}`)}`}
        rel="noreferrer"
      >
        {texts.shareOnWhatsApp}
      </a>
      <span className="share-done" role="status" />
    </p>
  );
}
