import { IconBrandWhatsapp } from '@tabler/icons-react';
import { whatsAppLink, type MessageLanguage } from './messages.ts';
import styles from './whatsapp-links.module.css';

/** Links to a message on WhatsApp, where the person can change the text and sends it. None without a mobile number. */
export function WhatsAppLinks(props: { phone: string; messageIn: (language: MessageLanguage) => string }) {
  const links = languages.map(({ language, name }) => ({
    name,
    href: whatsAppLink(props.phone, props.messageIn(language)),
  }));
  if (links.some(({ href }) => href === undefined)) return null;
  return (
    <span className={styles.links}>
      <IconBrandWhatsapp size={16} aria-hidden />
      WhatsApp:
      {links.map(({ name, href }) => (
        <a
          key={name}
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={`WhatsApp message in ${name} (opens in a new tab)`}
        >
          {name}
        </a>
      ))}
    </span>
  );
}

const languages = [
  { language: 'en', name: 'English' },
  { language: 'ur', name: 'Urdu' },
] as const;
