import type { OrderExport } from '@courierdesk/contract/exports';
import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { exportsQuery } from '../../api/exports.ts';
import { DownloadButton } from '../../parts/exporting/download-button.tsx';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { fileSize } from '../../lib/file-size.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/data-table-props.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { PhoneRow } from '../../ui/table/phone-rows.tsx';
import { TableDate } from '../../ui/dates/table-date.tsx';
import { When } from '../../ui/dates/when.tsx';
import { DeleteExport } from './delete-export.tsx';
import { ExportState, formatName, exportedOrdersText } from './export-texts.tsx';
import styles from './exports-page.module.css';

const route = getRouteApi('/dashboard/exports');

/** All exports of the shop, with their files while they are kept. */
export function ExportsPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/exports' });
  const query = useQuery(exportsQuery(search));
  return (
    <Page
      title="Exports"
      help="orders#export-orders"
      width="wide"
      back={{ to: '/dashboard/orders', label: 'orders' }}
      tools={<RefreshButton query={query} />}
    >
      <DataTable
        label="Exports"
        query={query}
        rows={query.data?.data}
        rowKey={(order) => order.id}
        rowLabel={(order) => order.file_name}
        columns={columns}
        skeletonRows={6}
        onOpen={(order) => void navigate({ to: '/dashboard/exports/$exportId', params: { exportId: order.id } })}
        renderPhone={(order) => <ExportPhoneRow order={order} />}
        paging={{
          ...search,
          total: query.data?.total,
          things: 'Exports',
          onChange: (paging, replace) => void navigate({ search: paging, replace }),
        }}
        empty={<NoExports />}
      />
    </Page>
  );
}

const columns: readonly Column<OrderExport>[] = [
  {
    key: 'which',
    title: 'Which orders',
    cell: (order) => (
      <Link to="/dashboard/exports/$exportId" params={{ exportId: order.id }} title={exportedOrdersText(order)}>
        {exportedOrdersText(order)}
      </Link>
    ),
  },
  {
    key: 'orders',
    title: 'Orders',
    width: 90,
    align: 'right',
    cell: (order) => <span className="numbers">{formatCount(order.total)}</span>,
  },
  {
    key: 'file',
    title: 'File',
    width: 130,
    from: 1024,
    cell: (order) => (
      <span className="numbers" title={order.file_name}>
        {formatName[order.format]}
        {order.size > 0 && ` · ${fileSize(order.size)}`}
      </span>
    ),
  },
  { key: 'by', title: 'By', width: 140, from: 1024, cell: (order) => order.asked_by },
  { key: 'when', title: 'When', width: 152, cell: (order) => <TableDate at={order.created_at} /> },
  { key: 'state', title: 'State', width: 150, cell: (order) => <ExportState order={order} /> },
  { key: 'actions', title: 'Actions', width: 210, align: 'right', cell: (order) => <Actions order={order} /> },
];

const Actions = ({ order }: { order: OrderExport }) => (
  <div className={styles.actions}>
    {order.state === 'done' && <DownloadButton order={order} small />}
    <DeleteExport order={order} small />
  </div>
);

const ExportPhoneRow = ({ order }: { order: OrderExport }) => (
  <PhoneRow
    top={
      <Link to="/dashboard/exports/$exportId" params={{ exportId: order.id }}>
        <strong>{countText(order.total, 'order')}</strong> · {formatName[order.format]}
      </Link>
    }
    topRight={<When at={order.created_at} form="short" />}
    bottom={
      <div className={styles.phone}>
        <span>{exportedOrdersText(order)}</span>
        <span className="dim">By {order.asked_by}</span>
        <ExportState order={order} />
        <Actions order={order} />
      </div>
    }
  />
);

function NoExports() {
  return (
    <EmptyState
      icon={<IconFileExport size={28} stroke={1.5} />}
      title="Nothing exported yet"
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/dashboard/orders" search={{}} {...props} />}>
          Go to the orders
        </Button>
      }
    >
      Choose Export on the orders page to create a file. We keep it here for seven days, for everyone with export
      access.
    </EmptyState>
  );
}
