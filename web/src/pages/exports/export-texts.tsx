import type { OrderExport } from '@courierdesk/contract/exports';
import { ToneBadge } from '../../ui/tone-badge.tsx';

/** The exported orders as text. */
export function exportedOrdersText(order: OrderExport): string {
  if (order.filter === 'STORE_ORDERS') return 'All store orders';
  if (order.filters.length === 0) return 'All orders, no filter set';
  return order.filters.map(({ name, value }) => `${name}: ${value}`).join(' · ');
}

export function ExportState({ order }: { order: OrderExport }) {
  switch (order.state) {
    case 'under-way':
      return <ToneBadge tone="process">{underWay(order)}</ToneBadge>;
    case 'done':
      return <ToneBadge tone="delivered">Ready</ToneBadge>;
    case 'failed':
      return <ToneBadge tone="needs">Failed</ToneBadge>;
    case 'expired':
      return <ToneBadge tone="cancelled">Expired</ToneBadge>;
  }
}

const underWay = ({ done, total }: OrderExport): string =>
  done === 0 ? 'Waiting' : `${Math.min(99, Math.floor((done / Math.max(1, total)) * 100))} % written`;

export const formatName = { csv: 'CSV', xlsx: 'Excel' };
