import { formatFull } from '@courierdesk/contract/dates';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureListeners, type ReportedFailure } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { checkStoreNow, reconnectUrl, storeStateQuery } from '../api/store-state.ts';
import { ApiError } from '../lib/failures.ts';
import { useTimeZone } from '../lib/time-zone.ts';
import { useUser } from '../session/use-session.ts';
import { Notice } from '../ui/notice.tsx';
import { showErrorToast, showToast } from '../ui/toasts/toast.ts';
import { closedStoreTexts } from './closed-store-texts.ts';
import styles from './store-banner.module.css';
import { countText } from '@courierdesk/contract/count-text';

/** Says on every page that we cannot use the store: why, since when, what still works, and what to do next. */
export function StoreBanner() {
  const { data: state } = useQuery(storeStateQuery);
  useCheckAfterRefusal();
  const timeZone = useTimeZone();
  const isOwner = useUser().role === 'ADMIN';
  if (!state?.closed) return null;
  const { as, since } = state.closed;
  const texts = closedStoreTexts[as];
  return (
    <section className={styles.banner} aria-label="Store connection">
      <Notice tone="error" live>
        <strong>{texts.title}</strong> <span className={styles.since}>Since {formatFull(since, timeZone)}</span>
        <p>
          {texts.happened} {texts.works} {waiting(state.waiting)}
        </p>
        <p>{isOwner ? texts.owner : texts.staff}</p>
        <div className={styles.actions}>
          {texts.cure === 'wait' && isOwner && (
            <Button component="a" href={state.admin_url} size="compact-sm" rel="noreferrer" target="_blank">
              Open the Shopify admin
            </Button>
          )}
          {texts.cure === 'reconnect' && isOwner && <Reconnect />}
          {(texts.cure === 'wait' || as === 'scopes-missing') && <CheckNow />}
        </div>
      </Notice>
    </section>
  );
}

const waiting = (updates: number): string =>
  updates === 0 ? '' : `${countText(updates, 'store update is', 'store updates are')} waiting.`;

function Reconnect() {
  const open = useMutation({
    mutationFn: reconnectUrl,
    onSuccess: (url) => window.location.assign(url),
    onError: showErrorToast,
  });
  return (
    <Button size="compact-sm" loading={open.isPending || open.isSuccess} onClick={() => open.mutate()}>
      Reconnect store
    </Button>
  );
}

function CheckNow() {
  const check = useMutation({
    mutationFn: checkStoreNow,
    onSuccess: (isOpen) => showToast(isOpen ? 'Your store is connected again' : 'No change yet'),
    onError: showErrorToast,
  });
  return (
    <Button variant="default" size="compact-sm" loading={check.isPending} onClick={() => check.mutate()}>
      Check now
    </Button>
  );
}

/** A refused call may be the first that finds the store closed. */
function useCheckAfterRefusal(): void {
  useEffect(() => {
    const listener = ({ error }: ReportedFailure): void => {
      if (!(error instanceof ApiError)) return;
      if (error.problems.some(({ code }) => code === 'store-unavailable' || code === 'store-unauthorised'))
        void queryClient.invalidateQueries({ queryKey: storeStateQuery.queryKey });
    };
    failureListeners.add(listener);
    return () => void failureListeners.delete(listener);
  }, []);
}
