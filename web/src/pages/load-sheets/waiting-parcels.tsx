import { companyName } from '@courierdesk/contract/companies';
import type { LoadSheet, WaitingParcels as Waiting } from '@courierdesk/contract/load-sheets';
import { formatRupees } from '@courierdesk/contract/money';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { downloadLoadSheets, makeLoadSheets } from '../../api/load-sheets.ts';
import { messageOf } from '../../lib/failures.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import styles from './load-sheets-page.module.css';

type WaitingQuery = {
  data: readonly Waiting[] | undefined;
  isError: boolean;
  isFetching: boolean;
  error: unknown;
  refetch: () => unknown;
};

/** Parcels ready for a load sheet, by courier account. */
export function WaitingParcels({ query }: { query: WaitingQuery }) {
  return (
    <section className={styles.waiting} aria-label="Parcels waiting for a load sheet" aria-busy={!query.data}>
      <h2 className={styles.heading}>Waiting for a load sheet</h2>
      {!query.data && query.isError && (
        <ErrorState error={query.error} retry={query.refetch} retrying={query.isFetching} />
      )}
      {!query.data && !query.isError && <Skeleton height={36} />}
      {query.data?.length === 0 && <p className={styles.none}>No parcel waits for a load sheet.</p>}
      {query.data && query.data.length > 0 && (
        <ul className={styles.accounts}>
          {query.data.map((account) => (
            <WaitingAccount key={account.account_id} account={account} />
          ))}
        </ul>
      )}
    </section>
  );
}

function WaitingAccount({ account }: { account: Waiting }) {
  const [making, setMaking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const count = account.shipment_ids.length;
  const make = async (): Promise<void> => {
    setMaking(true);
    setFailure(undefined);
    try {
      const { message, data } = await makeLoadSheets(account.shipment_ids);
      await download(data, message);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setMaking(false);
    }
  };
  return (
    <li className={styles.account}>
      <div>
        <strong>{companyName[account.company]}</strong> · <bdi>{account.account_name}</bdi>
        <div className={styles.dim}>
          {account.parcels} {account.parcels === 1 ? 'parcel' : 'parcels'}, COD {formatRupees(account.cod)}
        </div>
        {failure && (
          <Notice tone="error" live>
            {failure}
          </Notice>
        )}
      </div>
      <Button variant="default" loading={making} onClick={() => void make()}>
        {count === 1 ? 'Make load sheet for 1 parcel' : `Make load sheet for ${count} parcels`}
      </Button>
      {account.left_off.length > 0 && (
        <ul className={styles.leftOff} aria-label="Left off by the courier">
          {account.left_off.map((parcel) => (
            <li key={parcel.shipment_id}>
              <strong>{parcel.order_name}</strong> <span className="numbers">{parcel.tracking_number}</span>, left off
              load sheet {parcel.load_sheet}: {parcel.message}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The account has left the list by now, so that only a toast can say what failed. */
async function download(sheets: readonly LoadSheet[], message: string): Promise<void> {
  try {
    await downloadLoadSheets(sheets);
    showToast(message, { error: sheets.some(({ state }) => state === 'refused') });
  } catch {
    showToast('Load sheet created, but not downloaded. Print it from the list below.', { error: true });
  }
}
