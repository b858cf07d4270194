import type { ComponentProps } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './customer-phone.module.css';
import { WhatsAppLinks } from './whatsapp-links.tsx';

/** The phone of a customer: to call, to copy, and to message. */
export function CustomerPhone({ phone, messageIn }: ComponentProps<typeof WhatsAppLinks>) {
  return (
    <span className={styles.phone}>
      <span className={styles.number}>
        <a href={`tel:${phone}`}>{phone}</a>
        <CopyButton text={phone} what="phone number" />
      </span>
      <WhatsAppLinks phone={phone} messageIn={messageIn} />
    </span>
  );
}
