import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Consignment, Courier, ParcelEvent } from './consignment.ts';
import { couriers } from './consignment.ts';
import { consignmentBook } from './consignment-book.ts';

type ParcelChange = {
  tracking_number: string;
  courier?: Courier | undefined;
  /** All scans of the parcel from now on, in the courier's own sequence. */
  scans?: readonly (Omit<ParcelEvent, 'at'> & { at?: string | undefined })[] | undefined;
  /** To collect, in rupees, as somebody set it in the courier's portal. */
  cod?: number | undefined;
};

/**
 * Gives a parcel any history: words that the courier never used, no times, a correction after the end; and another amount to
 * collect. Returns the parcels with this number.
 */
export function changeParcel(
  context: SandboxContext,
  { tracking_number, courier, scans = [], cod }: ParcelChange,
): Consignment[] {
  const book = consignmentBook(context);
  const now = context.now().toISOString();
  const events = scans.map((scan): ParcelEvent => ({ ...scan, at: scan.at ?? now }));
  // A scan that is sent again changes nothing.
  const last = events.findLast(
    ({ status }, place) => !events.slice(0, place).some((earlier) => earlier.status === status),
  );
  const history = last && {
    events,
    status: last.status,
    stage: last.stage,
    cancelled: last.stage === 'cancelled',
    moved_at: events.at(-1)?.at ?? now,
  };
  const named = courier === undefined ? couriers : [courier];
  return named.flatMap((name) => {
    const parcel = book.find(name, tracking_number);
    if (!parcel) return [];
    const next: Consignment = { ...parcel, ...history, cod: cod ?? parcel.cod };
    book.save(next);
    return [next];
  });
}
