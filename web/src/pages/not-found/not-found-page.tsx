import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { useSession } from '../../session/use-session.ts';
import { OpenSearch } from '../../shell/open-search.ts';
import styles from './not-found-page.module.css';

/** Not found outside the dashboard, without its frame. */
export const NotFoundOutsideDashboard = () => (
  <main>
    <NotFoundPage />
  </main>
);

export function NotFoundPage() {
  const openSearch = use(OpenSearch);
  const { isAuthorized } = useSession();
  useDocumentTitle('Page not found · Courierdesk');
  return (
    <section className={styles.page}>
      <svg
        viewBox="0 0 280 170"
        className={styles.image}
        role="img"
        aria-label="A parcel at the end of a road that leads nowhere"
      >
        <path d="M12 150h256" stroke="var(--cd-border-strong)" strokeWidth="2" strokeLinecap="round" />
        <path
          d="M32 150c40 0 46-26 84-26"
          fill="none"
          stroke="var(--cd-border-strong)"
          strokeWidth="2"
          strokeDasharray="7 8"
          strokeLinecap="round"
        />
        <path
          d="m120 74 46-20 46 20v54l-46 20-46-20z"
          fill="var(--cd-surface)"
          stroke="var(--cd-accent)"
          strokeWidth="3"
          strokeLinejoin="round"
        />
        <path
          d="m120 74 46 20 46-20M166 94v54"
          fill="none"
          stroke="var(--cd-accent)"
          strokeWidth="3"
          strokeLinejoin="round"
        />
        <path d="m142 64.500 46 20v16" fill="none" stroke="var(--cd-accent)" strokeWidth="2" strokeLinejoin="round" />
        <path
          d="M54 150v-52h34l10 10-10 10H54"
          fill="var(--cd-surface)"
          stroke="var(--cd-dim)"
          strokeWidth="2.500"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <path d="M64 108h14" stroke="var(--cd-dim)" strokeWidth="2.500" strokeLinecap="round" />
        <path
          d="M228 46c0-10 16-10 16 0 0 7-8 7-8 14M236 68v1"
          fill="none"
          stroke="var(--cd-dim)"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      <h1 className={styles.title}>Page not found</h1>
      <p className={styles.text}>The address may be wrong, or the page has moved.</p>
      <div className={styles.actions}>
        <Button renderRoot={(props) => <Link to="/dashboard" {...props} />}>GO TO DASHBOARD</Button>
        {!isAuthorized && (
          <Button variant="default" renderRoot={(props) => <Link to="/login" state={{ signInEmail: '' }} {...props} />}>
            Sign in
          </Button>
        )}
        {openSearch && (
          <Button variant="default" leftSection={<IconSearch size={16} />} onClick={openSearch}>
            Search everything
          </Button>
        )}
      </div>
    </section>
  );
}
