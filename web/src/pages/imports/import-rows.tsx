import { courierName } from '@courierdesk/contract/companies';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { ImportKind } from '@courierdesk/contract/import-columns';
import type { getImportRows } from '@courierdesk/contract/imports';
import { Link } from '@tanstack/react-router';
import { amountText } from '../../parts/importing/import-texts.ts';
import { RowOutcome } from '../../parts/importing/row-outcome.tsx';
import type { Column } from '../../ui/table/data-table-props.ts';
import { PhoneRow } from '../../ui/table/phone-rows.tsx';
import { ToneBadge, type Tone } from '../../ui/tone-badge.tsx';
import styles from './imports-page.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

type Row = ReplyOf<typeof getImportRows>['data'][number];

export function rowColumns(kind: ImportKind): Column<Row>[] {
  const shown: (Column<Row> | false)[] = [
    {
      key: 'line',
      title: 'Line',
      width: 80,
      align: 'right',
      cell: (row) => <span className="numbers">{formatCount(row.line)}</span>,
    },
    { key: 'order', title: 'Order', width: 150, cell: (row) => row.order_name || row.cells.order_name || '–' },
    { key: 'number', title: 'Tracking number', width: 190, cell: (row) => <NumberOf row={row} /> },
    kind === 'payment-status' && {
      key: 'status',
      title: 'Payment',
      width: 110,
      cell: (row) => row.cells.payment_status,
    },
    kind === 'payment-statement' && {
      key: 'amount',
      title: 'Paid',
      width: 120,
      align: 'right',
      cell: (row) => amountText(row.cells.amount),
    },
    kind === 'payment-statement' && {
      key: 'paid',
      title: 'Paid on',
      width: 190,
      from: 1280,
      cell: (row) => [row.cells.paid_date, row.cells.reference].filter(Boolean).join(', '),
    },
    kind === 'fulfilment' && {
      key: 'courier',
      title: 'Courier',
      width: 140,
      cell: (row) => courierName(row.cells.company),
    },
    { key: 'result', title: 'Result', cell: (row) => <Result row={row} /> },
    kind === 'fulfilment' && { key: 'store', title: 'Store', width: 170, cell: (row) => <StoreOf row={row} /> },
  ];
  return shown.filter((column) => column !== false);
}

export const ImportRowPhone = ({ kind, row }: { kind: ImportKind; row: Row }) => (
  <PhoneRow
    top={<NumberOf row={row} />}
    topRight={kind === 'payment-statement' ? amountText(row.cells.amount) : row.order_name || row.cells.order_name}
    bottom={<Result row={row} />}
    bottomRight={kind === 'fulfilment' ? <StoreOf row={row} /> : row.cells.payment_status}
  />
);

/** Links to the parcel, if there is one. */
function NumberOf({ row }: { row: Row }) {
  const number = row.cells.tracking_number || '–';
  if (!row.order_name) return <span title={number}>{number}</span>;
  return (
    <Link
      to="/dashboard/orders"
      search={{ track: number, shipment: number, parcel: row.shipment_id ?? undefined }}
      className={styles.link}
    >
      {number}
    </Link>
  );
}

const words = { changed: 'Done', unchanged: 'Nothing to do', failed: 'Failed', waiting: 'Waiting' };

const Result = ({ row }: { row: Row }) => (
  <div className={styles.result}>
    <RowOutcome row={row} words={words} />
  </div>
);

const storeWords: Record<NonNullable<Row['store']>, { tone: Tone; word: string }> = {
  done: { tone: 'delivered', word: 'Fulfilled' },
  'under-way': { tone: 'process', word: 'Updating' },
  failed: { tone: 'needs', word: 'Refused' },
  conflict: { tone: 'needs', word: 'Differs' },
  'out-of-reach': { tone: 'needs', word: 'Not updated' },
};

function StoreOf({ row }: { row: Row }) {
  if (!row.store) return null;
  const { tone, word } = storeWords[row.store];
  return (
    <span title={row.store_message}>
      <ToneBadge tone={tone}>{word}</ToneBadge>
    </span>
  );
}
