import type { Profile } from '@courierdesk/contract/sessions';
import { Checkbox, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { appLinksQuery } from '../../api/app-links.ts';
import { storedLastFailure, type LastFailure } from '../../lib/last-failure.ts';
import { useUser } from '../../session/use-session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './support-page.module.css';

export function SupportPage() {
  const query = useQuery(appLinksQuery);
  const user = useUser();
  const [failure] = useState(storedLastFailure);
  const [withFailure, setWithFailure] = useState(true);
  const email = query.data?.support_email;
  const answerTime = query.data?.support_answer_time;
  const added = addedText(user, withFailure ? failure : undefined);
  return (
    <Page title="Support" width="form">
      <Section title="Contact support by email">
        {email ? (
          <p className={styles.email}>
            Write to <a href={mailTo(email, user, added)}>{email}</a> <CopyButton text={email} what="email address" />
            {answerTime && <span className={styles.text}>You can expect an answer {answerTime}.</span>}
          </p>
        ) : query.isError ? (
          <ErrorState query={query} />
        ) : (
          <Skeleton height={34} width={280} aria-busy />
        )}
        <p className={styles.text}>
          Tell us the order or tracking number, what you did, and what you saw. Never send us a password or an API key.
        </p>
      </Section>
      <Section
        title="Added to your email"
        about="The link above starts an email with these lines, so that we don’t have to ask. You can change them before you send it."
        aside={<CopyButton text={added} what="these lines" />}
      >
        <pre className={styles.added}>{added}</pre>
        {failure && (
          <Checkbox
            label="Add the last error that this browser saw"
            checked={withFailure}
            onChange={(event) => setWithFailure(event.currentTarget.checked)}
          />
        )}
      </Section>
      <p className={styles.text}>
        Many questions are answered in the <Link to="/dashboard/docs">docs</Link>.
      </p>
    </Page>
  );
}

/** What support asks first. */
function addedText({ shop, role }: Profile, failure: LastFailure | undefined): string {
  const about = [`Shop: ${shop.name} (${shop.domain})`, `Role: ${role}`, `Browser: ${navigator.userAgent}`];
  return [...about, ...(failure ? [`Last error: ${failureText(failure)}`] : [])].join('\n');
}

/** Of the time in UTC, as the log has it. */
const failureText = ({ at, doing, what, reference }: LastFailure): string =>
  [new Date(at).toISOString(), doing, what, reference && `reference ${reference}`].filter(Boolean).join(', ');

function mailTo(email: string, { shop }: Profile, added: string): string {
  return `mailto:${email}?subject=${encodeURIComponent(`Courierdesk: ${shop.name}`)}&body=${encodeURIComponent(`\n\n${added}`)}`;
}
