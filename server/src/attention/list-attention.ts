import type { AttentionAction, AttentionItem, AttentionKind } from '@courierdesk/contract/shipments';
import { courierName } from '@courierdesk/contract/companies';
import { BookingState } from '@courierdesk/contract/statuses';
import type { Paging } from '@courierdesk/contract/paging';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { printedPapersOf } from '../documents/printed-papers.ts';
import { countOpenCases, resolvesItself, type OpenCases } from './count-open-cases.ts';
import { canReceiveReturn, wholeCod } from '../shipments/shipment-state.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

const Detail = z.object({
  message: z.string().catch(''),
  tracking_numbers: z.array(z.string()).catch([]),
  changes: z.array(z.object({ field: z.string(), was: z.string(), now: z.string() })).catch([]),
});
type Detail = z.output<typeof Detail>;

/** Open cases: those that need a decision, then those that resolve by themselves, each oldest first. */
export async function listAttention(
  trx: Db,
  config: Pick<Config, 'lookUpSeconds'>,
  shopId: string,
  paging: Paging,
): Promise<{ rows: AttentionItem[]; total: number } & OpenCases> {
  const rows = await trx
    .selectFrom('attention as a')
    .innerJoin('shipment as s', (join) => join.onRef('s.shop_id', '=', 'a.shop_id').onRef('s.id', '=', 'a.shipment_id'))
    .leftJoin('courier_account as c', (join) =>
      join.onRef('c.shop_id', '=', 's.shop_id').onRef('c.id', '=', 's.account_id'),
    )
    .selectAll('s')
    .select(['a.id as case_id', 'a.kind', 'a.detail', 'a.opened_at', 'c.name as account_name'])
    .select(resolvesItself(config).as('resolves_itself'))
    .select((select) =>
      select
        .selectFrom('shipment_order as o')
        .select(sql<string[]>`array_agg(o.store_order_id order by o.position)`.as('ids'))
        .whereRef('o.shop_id', '=', 's.shop_id')
        .whereRef('o.shipment_id', '=', 's.id')
        .as('store_order_ids'),
    )
    .where('a.shop_id', '=', shopId)
    .where('a.closed_at', 'is', null)
    .orderBy('resolves_itself')
    .orderBy('a.opened_at')
    .orderBy('a.id')
    .limit(paging.limit)
    .offset((paging.page - 1) * paging.limit)
    .execute();
  const papersOf = await printedPapersOf(
    trx,
    shopId,
    rows.map(({ id }) => id),
  );
  const counts = await countOpenCases(trx, config, shopId);
  return {
    rows: rows.map((row) => ({ ...presentCase(row), papers: papersOf(row.id) })),
    total: counts.to_decide + counts.resolving,
    ...counts,
  };
}

type CaseRow = ShipmentRow & {
  case_id: string;
  kind: string;
  detail: unknown;
  opened_at: Date;
  account_name: string | null;
  store_order_ids: string[] | null;
  resolves_itself: boolean;
};

function presentCase(row: CaseRow): Omit<AttentionItem, 'papers'> {
  const kind = row.kind as AttentionKind;
  const detail = Detail.parse(row.detail);
  const words = wordsFor(kind, row, courierName(row.company), detail);
  return {
    id: row.case_id,
    kind,
    since: row.opened_at.toISOString(),
    shipment_id: row.id,
    booking_state: BookingState.parse(row.booking_state),
    tracking_number: row.tracking_number,
    company: row.company,
    account_name: row.account_name ?? '',
    reference: row.reference,
    order_name: row.order_name,
    store_order_ids: row.store_order_ids ?? [],
    consignee_name: row.consignee_name,
    cod: wholeCod(row),
    booked_by: row.booked_by,
    what_happened: words.happened,
    what_is_safe: words.safe,
    what_next: words.next,
    changes: detail.changes,
    candidates: detail.tracking_numbers,
    next_look_at: row.next_look_up_at?.toISOString() ?? null,
    cancel_when_found: row.cancel_when_found,
    actions: actionsFor(kind, row),
    resolves_itself: row.resolves_itself,
  };
}

type Words = { readonly happened: string; readonly safe: string; readonly next: string };

function wordsFor(kind: AttentionKind, row: CaseRow, courier: string, detail: Detail): Words {
  const number = row.tracking_number ?? '';
  const numbers = detail.tracking_numbers.join(', ');
  const portal = `the ${courier} portal`;
  const table: Record<AttentionKind, Words> = {
    uncertain: {
      happened: `${courier} did not answer clearly when ${row.order_name} was booked.`,
      safe: 'The order is locked, so it cannot be booked twice.',
      next: row.resolves_itself
        ? `We look for ${row.reference} at ${courier} by ourselves. You can also look in ${portal} and tell us the number.`
        : `${courier} does not show it. Look for ${row.reference} in ${portal}: give its number, or release the order if it is not there.`,
    },
    'two-consignments': {
      happened: `${courier} shows ${numbers || 'a consignment'} for ${row.order_name}, and we cannot tell which one is this booking.`,
      safe: 'The order is held and nothing was taken over.',
      next: `Choose the right number, and cancel the other one in ${portal}.`,
    },
    'late-consignment': {
      happened: `${courier} holds ${numbers} for a booking of ${row.order_name} that had been given up.`,
      safe: 'It was not linked to the order, so a newer booking of it is untouched.',
      next: 'Keep it if the order is not booked otherwise; else cancel it, or two parcels may go out.',
    },
    'store-update-failed': {
      happened: `The store could not be updated with ${number || row.order_name}. ${detail.message}`,
      safe: 'The courier booking is unaffected.',
      next: row.resolves_itself
        ? 'We retry automatically. You can also try now, or change the order in the store yourself.'
        : 'Fix the order in the store, then try again; or dismiss this.',
    },
    'store-conflict': {
      happened: `The store says otherwise: ${detail.message}`,
      safe: 'Nothing in the store was overwritten, and the booking stands.',
      next: 'Look at the order in the store. When it is right there, try again or dismiss this.',
    },
    'changed-after-booking': {
      happened: `${row.order_name} was changed in the store after it was booked.`,
      safe: `The parcel ${number} still carries what was booked.`,
      next: 'If the difference matters, cancel and book again; else dismiss this.',
    },
    'cancelled-by-courier': {
      happened: `${courier} cancelled ${number}: ${detail.message}`,
      safe: 'The order is free again and its fulfilment in the store is taken back.',
      next: 'Book it again if the customer still waits for it.',
    },
    'moving-after-cancel': {
      happened: `${number} was cancelled, but ${courier} reports: ${detail.message}`,
      safe: 'The order is free here; the parcel may reach the customer all the same.',
      next: `Ask ${courier} to stop it before you book again.`,
    },
    'void-at-courier': {
      happened: `${number} was cancelled here. M&P has no cancel call and still holds the number.`,
      safe: 'The store is told, and the order is free.',
      next: 'Void it in the M&P portal, or keep the parcel back. We keep watching the number.',
    },
    'cancel-unclear': {
      happened: `Whether ${number} is cancelled at ${courier} is not clear. ${detail.message}`,
      safe: 'The order stays held until it is.',
      next: `We go on asking. You can also look in ${portal}.`,
    },
    'no-news': {
      happened: `${courier} has reported nothing new about ${number} for 30 days.`,
      safe: 'We stopped checking it automatically. The order stays locked, so it cannot be booked twice.',
      next: canReceiveReturn(row)
        ? `If the parcel is back with you, mark the return as received; the order can then be booked again. Otherwise ask ${courier} where it is.`
        : `Ask ${courier} where the parcel is. If it was never picked up, cancel the booking.`,
    },
    'cancel-refused': {
      happened: `${courier} did not cancel ${number}: ${detail.message}`,
      safe: 'The booking stands as it was, and the store says so.',
      next: `Ask ${courier} to stop the parcel, or let it go out and dismiss this.`,
    },
  };
  return table[kind];
}

function actionsFor(kind: AttentionKind, row: ShipmentRow): AttentionAction[] {
  switch (kind) {
    case 'uncertain':
      return row.booking_state === 'uncertain' ? ['give-number', 'release', 'cancel-when-found'] : ['dismiss'];
    case 'two-consignments':
      return ['give-number', 'release'];
    case 'late-consignment':
      return ['keep-late', 'cancel-late', 'dismiss'];
    case 'store-update-failed':
    case 'store-conflict':
      return ['retry-store', 'dismiss'];
    case 'changed-after-booking':
      return ['cancel-and-rebook', 'dismiss'];
    case 'cancelled-by-courier':
      return ['rebook', 'dismiss'];
    case 'no-news':
      return canReceiveReturn(row) ? ['return-received', 'dismiss'] : ['dismiss'];
    case 'moving-after-cancel':
    case 'void-at-courier':
    case 'cancel-refused':
      return ['dismiss'];
    case 'cancel-unclear':
      return row.booking_state === 'cancelling' ? [] : ['dismiss'];
  }
}
