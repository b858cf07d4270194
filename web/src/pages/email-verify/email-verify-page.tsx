import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { confirmEmail } from '../../api/users.ts';
import { ConnectionError, messageOf, TimeoutError } from '../../lib/failures.ts';
import { Brand } from '../../ui/brand.tsx';
import { FullSpinner } from '../../ui/full-spinner.tsx';
import styles from './email-verify-page.module.css';

const route = getRouteApi('/email-verify');

/** Where the link of a verification mail leads. */
export function EmailVerifyPage() {
  useDocumentTitle('Verify email · Courierdesk');
  const { token = '' } = route.useSearch();
  // Verifying again does no harm, so it may be repeated as a query is.
  const query = useQuery({
    queryKey: ['email-verify', token],
    queryFn: () => confirmEmail(token),
    staleTime: Infinity,
    enabled: token !== '',
  });
  if (query.isLoading) return <FullSpinner label="Verifying your email" />;
  const mayRetry = query.error instanceof ConnectionError || query.error instanceof TimeoutError;
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        {query.isSuccess ? (
          <>
            <h1 className={styles.title}>Email verified</h1>
            <p className={styles.text}>You can now log in with your email and the password that the owner gave you.</p>
            <Button renderRoot={(props) => <Link to="/login" {...props} />}>Login</Button>
          </>
        ) : (
          <>
            <h1 className={styles.title}>Email verification Failed...</h1>
            <p className={styles.text} role="alert">
              {query.error ? messageOf(query.error) : 'This link is incomplete. Open the link in the email again.'}
            </p>
            {mayRetry && (
              <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
                Try again
              </Button>
            )}
          </>
        )}
      </div>
    </main>
  );
}
