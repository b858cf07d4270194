import type { Profile } from '@courierdesk/contract/sessions';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { appLinksQuery } from '../../api/app-links.ts';
import { useUser } from '../../session/use-session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './support-page.module.css';

export function SupportPage() {
  const query = useQuery(appLinksQuery);
  const user = useUser();
  const email = query.data?.support_email;
  return (
    <Page title="Support" width="form">
      <Section title="Contact support by email">
        {email ? (
          <p className={styles.email}>
            Write to <a href={mailTo(email, user)}>{email}</a> <CopyButton text={email} what="email address" />
          </p>
        ) : query.isError ? (
          <ErrorState query={query} />
        ) : (
          <Skeleton height={22} width={280} aria-busy />
        )}
        <p className={styles.text}>
          Tell us the order or tracking number, what you did, and what you saw. Never send us a password or an API key.
        </p>
      </Section>
      <p className={styles.text}>
        Many questions are answered in the <Link to="/dashboard/docs">docs</Link>.
      </p>
    </Page>
  );
}

/** What support asks first is in the mail already. */
function mailTo(email: string, { shop, role }: Profile): string {
  const subject = `Courierdesk: ${shop.name}`;
  const body = `\n\nShop: ${shop.name} (${shop.domain})\nRole: ${role}\nBrowser: ${navigator.userAgent}`;
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
