import { homeCurrency } from '@courierdesk/contract/money';
import type { Batch, BatchRow } from '@courierdesk/contract/batch';
import { Company, companyName } from '@courierdesk/contract/companies';
import { ErrorCode } from '@courierdesk/contract/errors';
import { BookingState, ShipmentStatus } from '@courierdesk/contract/statuses';
import type { BatchRecord, BatchTotals, RowWithShipment } from './queries.ts';

export function presentBatch(
  batch: BatchRecord,
  { counts, codReady, codBooked, endedAt }: BatchTotals,
  emailsTrackingLink: boolean,
): Batch {
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const isRunning = counts.queued + counts.booking > 0;
  const isEnded = counts.booked + counts.failed + counts.uncertain + counts.changed > 0;
  const state = isRunning ? 'running' : isEnded ? 'done' : 'draft';
  return {
    id: batch.id,
    number: batch.number,
    state,
    created_by: batch.created_by,
    created_at: batch.created_at.toISOString(),
    started_at: batch.started_at?.toISOString() ?? null,
    finished_at: state === 'done' ? (endedAt?.toISOString() ?? null) : null,
    total,
    counts,
    cod_ready: codReady,
    cod_booked: codBooked,
    store: !batch.store_reachable ? 'mirror' : batch.read_due_at ? 'reading' : 'store',
    emails_tracking_link: emailsTrackingLink,
  };
}

export function presentBatchRow(row: RowWithShipment): BatchRow {
  const { facts, shipment } = row;
  const isWaiting = row.state === 'queued' && row.message !== '';
  return {
    id: row.id,
    position: row.position,
    revision: row.revision,
    state: row.state,
    ready: row.ready,
    store_order_id: row.store_order_id,
    order_name: facts.order_name,
    createdAt: facts.placed_at,
    store_url: facts.store_url,
    city: facts.city,
    phone_as_written: facts.phone_as_written,
    items: facts.items,
    total: facts.total,
    currency: facts.currency ?? homeCurrency,
    payment: facts.payment,
    earlier: facts.earlier,
    fields: row.fields,
    destination_name: row.destination_name,
    edited: Object.keys(row.edited),
    account_because: row.account_because,
    weight_source: 'weight' in row.edited ? null : facts.weight_source,
    issues: [...row.issues],
    accepted: [...row.accepted],
    changes: row.state === 'changed' ? [...row.changes] : [],
    code: row.state === 'failed' ? ErrorCode.catch('internal').parse(row.code) : null,
    message: messageOf(row),
    shipment: shipment
      ? {
          id: shipment.id,
          company: Company.parse(shipment.company),
          booking_state: BookingState.parse(shipment.booking_state),
          status: ShipmentStatus.parse(shipment.status),
          tracking_number: shipment.tracking_number,
        }
      : null,
    attempt: row.attempt,
    next_try_at: isWaiting ? (row.due_at?.toISOString() ?? null) : null,
  };
}

function messageOf(row: RowWithShipment): string {
  const { shipment } = row;
  // Why it was not booked before it was left out and taken back in.
  if (row.state === 'draft') return '';
  if (row.message !== '' || !shipment) return row.message;
  const courier = companyName[Company.parse(shipment.company)];
  switch (row.state) {
    case 'failed':
      return row.code === 'courier-rejected'
        ? `${courier} refused the booking: ${shipment.answer}`
        : `Not booked: ${shipment.answer}. You can book the order again.`;
    case 'uncertain':
      return `${courier} did not answer clearly (${shipment.answer}), so the order may or may not be booked. ${
        shipment.next_look_up_at
          ? 'We’re checking with the courier and will not book it again.'
          : 'Decide on the Needs attention page.'
      }`;
    case 'booked':
      return shipment.booking_state === 'cancelling'
        ? 'Being cancelled'
        : shipment.status === 'CANCELLED'
          ? 'Cancelled after booking'
          : shipment.from_mirror
            ? 'Booked while we could not reach the store, with our last copy of the order.'
            : '';
    default:
      return '';
  }
}
