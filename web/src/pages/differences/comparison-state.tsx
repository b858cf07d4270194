import type { Comparison } from '@courierdesk/contract/differences';
import { Progress } from '@mantine/core';
import { When } from '../../ui/dates/when.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './differences-page.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

type Running = NonNullable<Comparison['running']>;

/** The comparison under way, or when the last one ended and the next one starts; and what it could not read. */
export function ComparisonState({ comparison }: { comparison: Comparison }) {
  const { running, finished_at, next_at, problems } = comparison;
  return (
    <div className={styles.comparison}>
      {running ? (
        <UnderWay running={running} />
      ) : (
        <p className={styles.hint} role="status">
          {finished_at ? (
            <>
              Last compared <When at={finished_at} form="full" />.
            </>
          ) : (
            'Not compared yet.'
          )}
          {next_at && (
            <>
              {' '}
              Next comparison <When at={next_at} form="full" />.
            </>
          )}
        </p>
      )}
      {!running && problems.length > 0 && (
        <Notice tone="warning">
          <strong>The last comparison is incomplete.</strong> Differences that we could not check stay in the list.
          <ul className={styles.problems}>
            {problems.map(({ source, message }) => (
              <li key={`${source} ${message}`}>
                <bdi>{source}</bdi>: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

function UnderWay({ running }: { running: Running }) {
  const { done, total, step, waiting } = running;
  return (
    <div className={styles.running}>
      <Progress value={total > 0 ? (done / total) * 100 : 0} aria-label="Compared" />
      <p className={styles.hint} role="status">
        {waiting ? 'The store is not responding. We’ll retry automatically.' : stepText[step]}
        {total > 0 && ` ${formatCount(done)} of ${formatCount(total)} compared.`} You can leave this page.
      </p>
    </div>
  );
}

const stepText: Record<Running['step'], string> = {
  orders: 'Reading the orders from the store.',
  parcels: 'Comparing your parcels with the store.',
  fulfilments: 'Looking for fulfillments without a parcel.',
  couriers: 'Asking the couriers.',
};

/** Which couriers cannot be searched for consignments that we do not know. */
export function UnlistedCouriers({ comparison }: { comparison: Comparison }) {
  const { listed_couriers: listed, unlisted_couriers: unlisted } = comparison;
  if (listed.length + unlisted.length === 0) return null;
  return (
    <p className={styles.hint}>
      {listed.length > 0 && `At ${listOf(listed)} we also look for parcels that are not in Courierdesk. `}
      {unlisted.length > 0 && `${listOf(unlisted)} ${unlisted.length === 1 ? 'has' : 'have'} no list that we can read.`}
    </p>
  );
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
