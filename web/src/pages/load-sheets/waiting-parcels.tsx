import { companyName } from '@courierdesk/contract/companies';
import type { LoadSheet, WaitingParcels as Waiting } from '@courierdesk/contract/load-sheets';
import { formatRupees } from '@courierdesk/contract/money';
import { Button, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { makeLoadSheets, printLoadSheets } from '../../api/load-sheets.ts';
import { messageOf } from '../../lib/failures.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { openPrintTab, showInTab, type PrintTab } from '../../parts/printing/print-tab.ts';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import styles from './load-sheets-page.module.css';
import { countText, formatCount } from '@courierdesk/contract/count-text';

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
      <div className={styles.top}>
        <h2 className={styles.heading}>Waiting for a load sheet</h2>
        {query.data && query.data.length > 1 && <MakeAll accounts={query.data} />}
      </div>
      {!query.data && query.isError && <ErrorState query={query} />}
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

/** Makes the load sheet of every account, with one click. */
function MakeAll({ accounts }: { accounts: readonly Waiting[] }) {
  const make = useMakeSheets(accounts);
  const parcels = accounts.reduce((sum, { shipment_ids: ids }) => sum + ids.length, 0);
  return (
    <Button loading={make.isPending} onClick={() => make.mutate()}>
      Make all {accounts.length} load sheets for {formatCount(parcels)} parcels
    </Button>
  );
}

/**
 * Makes the load sheets of these accounts one after the other, and returns why some were not made. The first one opens to
 * print; a tab shows only one.
 */
const useMakeSheets = (accounts: readonly Waiting[]) =>
  useMutation({
    mutationFn: async () => {
      const tab = openPrintTab('Load sheet');
      tab.say('Preparing the load sheet…');
      const failures: string[] = [];
      const made: LoadSheet[] = [];
      const messages: string[] = [];
      let isComplete = true;
      for (const account of accounts) {
        try {
          const { message, data, skipped } = await makeLoadSheets(account.shipment_ids);
          made.push(...data);
          messages.push(message);
          isComplete &&= skipped.length === 0 && data.every(({ state }) => state === 'ready');
        } catch (error) {
          failures.push(accounts.length === 1 ? messageOf(error) : `${account.account_name}: ${messageOf(error)}`);
        }
      }
      await print(made, { messages, isComplete }, tab);
      // The button for all is gone once one account is left.
      const failure = failures.join(' ');
      if (failure && accounts.length > 1) showToast(failure, { error: true });
      return failure;
    },
  });

function WaitingAccount({ account }: { account: Waiting }) {
  const make = useMakeSheets([account]);
  const count = account.shipment_ids.length;
  return (
    <li className={styles.account}>
      <div>
        <strong>{companyName[account.company]}</strong> · <bdi>{account.account_name}</bdi>
        <div className={styles.dim}>
          {countText(account.parcels, 'parcel')}, COD {formatRupees(account.cod)}
        </div>
        {make.data && (
          <Notice tone="error" live>
            {make.data}
          </Notice>
        )}
      </div>
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
        Make load sheet for {countText(count, 'parcel')}
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
async function print(
  sheets: readonly LoadSheet[],
  { messages, isComplete }: { messages: readonly string[]; isComplete: boolean },
  tab: PrintTab,
): Promise<void> {
  const { shown, deliver } = showInTab(tab);
  try {
    await printLoadSheets(sheets, deliver);
    const made =
      messages.length > 1 && isComplete
        ? `${sheets.length} load sheets made. ${shown.opened > 0 ? 'The first one opened' : 'They were downloaded'}.`
        : messages.join(' ');
    if (sheets.length > 0) showToast(made, { error: sheets.some(({ state }) => state === 'refused') });
  } catch {
    showToast('Load sheet created, but not printed. Print it from the list below.', { error: true });
  } finally {
    if (shown.opened === 0) tab.close();
  }
}
