import { companyName } from '@courierdesk/contract/companies';
import type { LoadSheet } from '@courierdesk/contract/load-sheets';
import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { loadSheetsQuery, waitingParcelsQuery } from '../../api/load-sheets.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/data-table-props.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { PhoneRow } from '../../ui/table/phone-rows.tsx';
import { TableDate } from '../../ui/dates/table-date.tsx';
import { When } from '../../ui/dates/when.tsx';
import { HandOverButton, ReprintButton } from './load-sheet-actions.tsx';
import { HandOverState } from './hand-over-state.tsx';
import styles from './load-sheets-page.module.css';
import { WaitingParcels } from './waiting-parcels.tsx';
import { countText, formatCount } from '@courierdesk/contract/count-text';

const route = getRouteApi('/dashboard/load-sheets');

/** Parcels waiting for a load sheet, and all load sheets. */
export function LoadSheetsPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/load-sheets' });
  const query = useQuery(loadSheetsQuery(search));
  const waiting = useQuery(waitingParcelsQuery);
  return (
    <Page
      title="Load sheets"
      help="orders#load-sheets"
      width="wide"
      tools={<RefreshButton query={query} onRefresh={() => Promise.all([query.refetch(), waiting.refetch()])} />}
    >
      <WaitingParcels query={waiting} />
      {/* The list moves when the parcels above it come, so it waits for them. */}
      {waiting.isFetched && (
        <DataTable
          label="Load sheets"
          query={query}
          rows={query.data?.data}
          rowKey={(sheet) => sheet.id}
          rowLabel={(sheet) => `load sheet ${sheet.number}`}
          columns={columns}
          skeletonRows={6}
          renderPhone={(sheet) => (
            <PhoneRow
              top={<strong>Load sheet {sheet.number}</strong>}
              topRight={<Money amount={sheet.cod} />}
              bottom={
                <div className={styles.phone}>
                  <span>
                    {companyName[sheet.company]} · <bdi>{sheet.account_name}</bdi> ·{' '}
                    {countText(sheet.parcels, 'parcel')}
                    <CancelledSince sheet={sheet} />
                  </span>
                  <span className="dim">
                    Created <When at={sheet.created_at} form="short" />
                  </span>
                  <HandOverState sheet={sheet} />
                  {sheet.note && <span className={styles.note}>{noteOf(sheet)}</span>}
                  <Actions sheet={sheet} />
                </div>
              }
            />
          )}
          paging={{
            ...search,
            total: query.data?.total,
            things: 'Load sheets',
            onChange: (paging, replace) => void navigate({ search: paging, replace }),
          }}
          empty={<NoSheets parcelsWait={waiting.data?.length !== 0} />}
        />
      )}
    </Page>
  );
}

const columns: readonly Column<LoadSheet>[] = [
  { key: 'number', title: 'Number', width: 68, cell: (sheet) => <strong className="numbers">{sheet.number}</strong> },
  {
    key: 'courier',
    title: 'Courier',
    width: 128,
    cell: (sheet) => (
      <>
        {companyName[sheet.company]}
        <bdi className={styles.accountName}>{sheet.account_name}</bdi>
      </>
    ),
  },
  { key: 'paper', title: 'Paper', cell: (sheet) => <PaperNote sheet={sheet} /> },
  {
    key: 'parcels',
    title: 'Parcels',
    width: 88,
    align: 'right',
    cell: (sheet) => (
      <>
        <span className="numbers">{sheet.parcels}</span>
        <CancelledSince sheet={sheet} />
      </>
    ),
  },
  { key: 'cod', title: 'COD', width: 104, align: 'right', cell: (sheet) => <Money amount={sheet.cod} /> },
  {
    key: 'made',
    title: 'Created',
    width: 152,
    from: 1366,
    cell: (sheet) => (
      <span title={`By ${sheet.made_by}`}>
        <TableDate at={sheet.created_at} />
      </span>
    ),
  },
  { key: 'state', title: 'Rider', width: 150, cell: (sheet) => <HandOverState sheet={sheet} /> },
  { key: 'actions', title: 'Actions', width: 250, align: 'right', cell: (sheet) => <Actions sheet={sheet} /> },
];

/** Whether the courier or Courierdesk made the sheet, and its note. */
function PaperNote({ sheet }: { sheet: LoadSheet }) {
  const source = sheet.source === 'courier' ? `${companyName[sheet.company]} ${sheet.courier_sheet_id}`.trim() : 'Ours';
  return sheet.note ? (
    <span className={styles.note}>{noteOf(sheet)}</span>
  ) : (
    <span className={styles.source}>{source}</span>
  );
}

/** Says what to do about a sheet that the courier refused. */
const noteOf = ({ note, state, parcels: count, handed_over_at: handedOver, company }: LoadSheet): string =>
  state === 'refused' && count > 0 && !handedOver
    ? `${note} Make it again, or print ours and request the pick-up in the portal of ${companyName[company]}.`
    : note;

const CancelledSince = ({ sheet: { cancelled } }: { sheet: LoadSheet }) =>
  cancelled > 0 && <span className={styles.cancelled}>{formatCount(cancelled)} cancelled since</span>;

/** An empty sheet has nothing to print or to hand over, and a courier that is still asked decides what is on it. */
const Actions = ({ sheet }: { sheet: LoadSheet }) =>
  (sheet.parcels > 0 || sheet.handed_over_at) && (
    <div className={styles.actions}>
      {sheet.parcels > 0 && <ReprintButton sheet={sheet} />}
      {sheet.state !== 'asking' && <HandOverButton sheet={sheet} />}
    </div>
  );

/** While parcels wait, the button to make their load sheet is above. */
const NoSheets = ({ parcelsWait }: { parcelsWait: boolean }) => (
  <EmptyState
    icon={<IconFileText size={28} stroke={1.5} />}
    title="No load sheet yet"
    action={
      !parcelsWait && (
        <Button variant="default" renderRoot={(props) => <Link to="/dashboard/shopify/orders" {...props} />}>
          Book orders
        </Button>
      )
    }
  >
    A load sheet lists the parcels that a rider collects, in two copies with lines for both signatures.
    {!parcelsWait && ' Once a parcel is booked, you can make its load sheet here.'}
  </EmptyState>
);
