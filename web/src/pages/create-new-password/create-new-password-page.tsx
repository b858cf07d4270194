import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { resetLinkQuery } from '../../api/own-account/own-password.ts';
import { ApiError, hasCode, messageOf } from '../../lib/failures.ts';
import { ResetEmailForm } from '../../parts/passwords/reset-email-form.tsx';
import card from '../../ui/card-page.module.css';
import { CardPage } from '../../ui/card-page.tsx';
import { FullSpinner } from '../../ui/full-spinner.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

const route = getRouteApi('/create-new-password');

/** Where the link of a mail to reset a password leads. */
export function CreateNewPasswordPage() {
  const { hash = '', id = '' } = route.useSearch();
  const link = { hash, id };
  const query = useQuery({ ...resetLinkQuery(link), enabled: hash !== '' && id !== '' });
  const [ended, setEnded] = useState<unknown>();
  if (query.isLoading) return <FullSpinner label="Checking your link" />;
  if (query.data && !ended)
    return (
      <CardPage title="Create new password">
        <p className={card.text}>
          For <strong>{query.data.email}</strong> at {query.data.shop_name}. You will be signed out on all devices.
        </p>
        <NewPasswordForm link={link} email={query.data.email} onLinkEnded={setEnded} />
      </CardPage>
    );
  return (
    <CardPage title="Create new password">
      <LinkFailure error={ended ?? query.error} retry={query.refetch} retrying={query.isFetching} />
    </CardPage>
  );
}

/** Says what happened to the link, and how to go on. */
function LinkFailure({ error, retry, retrying }: { error: unknown; retry: () => unknown; retrying: boolean }) {
  const isWrong = error === null || hasCode(error, 'invalid-input');
  const isOver = isWrong || hasCode(error, 'token-expired');
  const canRetry = !isOver && !(error instanceof ApiError && error.status === 403);
  return (
    <>
      <Notice
        tone="error"
        live
        action={
          canRetry && (
            <Button size="xs" variant="default" loading={retrying} onClick={() => void retry()}>
              Try again
            </Button>
          )
        }
      >
        {isWrong
          ? 'This link is not complete. Open the link in the email again, or request a new email.'
          : messageOf(error)}
      </Notice>
      {isOver && <ResetEmailForm email="" />}
    </>
  );
}
