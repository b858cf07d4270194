import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Consignment, Courier, ParcelEvent } from './consignment.ts';
import { couriers } from './consignment.ts';
import { consignmentBook } from './consignment-book.ts';

export interface GivenScans {
  tracking_number: string;
  courier?: Courier | undefined;
  /** All scans of the parcel from now on, in the courier's own sequence. */
  scans: readonly (Omit<ParcelEvent, 'at'> & { at?: string | undefined })[];
}

/** Gives a parcel any history: words that the courier never used, no times, a correction after the end. */
export function replaceScans(context: SandboxContext, { tracking_number, courier, scans }: GivenScans): Consignment[] {
  const book = consignmentBook(context);
  const now = context.now().toISOString();
  const named = courier === undefined ? couriers : [courier];
  return named.flatMap((name) => {
    const parcel = book.find(name, tracking_number);
    // A scan that is sent again changes nothing.
    const last = scans.findLast(
      ({ status }, place) => !scans.slice(0, place).some((earlier) => earlier.status === status),
    );
    if (!parcel || !last) return [];
    const events = scans.map((scan): ParcelEvent => ({ ...scan, at: scan.at ?? now }));
    const next: Consignment = {
      ...parcel,
      events,
      status: last.status,
      stage: last.stage,
      cancelled: last.stage === 'cancelled',
      moved_at: events.at(-1)?.at ?? now,
    };
    book.save(next);
    return [next];
  });
}
