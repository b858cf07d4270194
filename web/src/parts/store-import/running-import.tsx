import { dayOf, formatDay, formatShort } from '@courierdesk/contract/dates';
import { retryStoreImport, type StoreImport } from '@courierdesk/contract/store-import';
import { Button, Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { retryImport } from '../../api/store-import.ts';
import { messageOf } from '../../lib/failures.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { useNow } from '../../lib/use-now.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './running-import.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

export function RunningImport({ one }: { one: StoreImport }) {
  const timeZone = useTimeZone();
  if (one.failure) return <FailedImport one={one} failure={one.failure} />;
  const isCounting = one.expected === null;
  return (
    <section className={styles.running} aria-labelledby="store-import">
      <div className={styles.texts}>
        <h2 id="store-import" className={styles.title}>
          Importing orders since {formatDay(dayOf(new Date(one.since), timeZone))}
        </h2>
        <span className={styles.step}>{stepOf(one)}</span>
      </div>
      <Progress
        value={isCounting ? 100 : shareOf(one)}
        animated={isCounting}
        striped={isCounting}
        aria-label="Import of store orders"
      />
      <p className={styles.about}>You can keep working. Orders appear under Store orders as they arrive.</p>
    </section>
  );
}

function FailedImport({ one, failure }: { one: StoreImport; failure: NonNullable<StoreImport['failure']> }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const canRetry = useHasAccess(retryStoreImport.access);
  const retry = useMutation({ mutationFn: retryImport });
  const isDue = new Date(failure.next_try_at) <= now;
  return (
    <Notice
      tone="warning"
      live
      action={
        canRetry && (
          <Button variant="default" size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
            Try again
          </Button>
        )
      }
    >
      <p>
        <strong>
          The import of the store’s orders stopped
          {one.phase === 'importing' &&
            one.expected !== null &&
            ` at ${formatCount(one.done)} of ${formatCount(one.expected)}`}
          .
        </strong>{' '}
        {failure.reason}
      </p>
      {retry.error && <p>{messageOf(retry.error)}</p>}
      Imported orders are kept. We’ll retry automatically{' '}
      {isDue ? 'in a moment' : `at ${formatShort(failure.next_try_at, timeZone, now)}`}.
    </Notice>
  );
}

export function FinishedImport({ one }: { one: StoreImport }) {
  const timeZone = useTimeZone();
  return (
    <Notice tone="success" live>
      All orders since {formatDay(dayOf(new Date(one.since), timeZone))} are imported
      {one.expected === null ? '.' : `: ${formatCount(one.expected)}.`}
    </Notice>
  );
}

function stepOf({ phase, done, expected }: StoreImport): string {
  if (expected === null) return 'Step 1 of 2: Shopify counts them';
  const so = `${formatCount(done)} of ${formatCount(expected)}`;
  return phase === 'preparing' ? `Step 1 of 2: Shopify prepared ${so}` : `Step 2 of 2: ${so} imported`;
}

const shareOf = ({ done, expected }: StoreImport): number => (expected ? Math.min(100, (done / expected) * 100) : 0);
