import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { confirmEmail } from '../../api/users.ts';
import { hasCode, messageOf } from '../../lib/failures.ts';
import card from '../../ui/card-page.module.css';
import { CardPage } from '../../ui/card-page.tsx';
import { FullSpinner } from '../../ui/full-spinner.tsx';

const route = getRouteApi('/email-verify');

/** Where the link of a verification mail leads. */
export function EmailVerifyPage() {
  const { token = '' } = route.useSearch();
  // Verifying again does no harm, so it may be repeated as a query is.
  const query = useQuery({
    queryKey: ['email-verify', token],
    queryFn: () => confirmEmail(token),
    staleTime: Infinity,
    enabled: token !== '',
  });
  if (query.isLoading) return <FullSpinner label="Verifying your email" />;
  const isOver = hasCode(query.error, 'token-expired') || hasCode(query.error, 'invalid-input');
  if (query.isSuccess)
    return (
      <CardPage title="Email verified">
        <p className={card.text}>
          {query.data.has_password === false
            ? 'Choose a password with “Forgot password?” on the sign-in page. Then you can sign in.'
            : 'You can now sign in with your email and the password that the owner gave you.'}
        </p>
        <Button renderRoot={(props) => <Link to="/login" state={{ signInEmail: query.data.email ?? '' }} {...props} />}>
          Login
        </Button>
      </CardPage>
    );
  return (
    <CardPage title="Email verification Failed...">
      <p className={card.text} role="alert">
        {query.error ? messageOf(query.error) : 'This link is incomplete. Open the link in the email again.'}
      </p>
      {query.error && !isOver && (
        <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      )}
    </CardPage>
  );
}
