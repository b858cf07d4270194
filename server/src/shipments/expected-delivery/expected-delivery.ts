import { addDays, dayOf } from '@courierdesk/contract/dates';
import type { ExpectedDelivery } from '@courierdesk/contract/shipments';
import type { Db } from '../../base/db/client.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { deliveriesSince } from './queries.ts';
import { spansHoliday } from './lunar-holidays.ts';
import { historyDays, usualDays, type UsualDays } from './usual-days.ts';
import { afterWorkingDays, workingDays } from './working-days.ts';

type Progress = {
  /** The courier tried and could not, holds it, or is about to return it: now or earlier. */
  readonly hadTrouble: boolean;
  readonly isOutForDelivery: boolean;
  /** The courier's newest event. */
  readonly at: Date | undefined;
};

/** As on the to-do list: parcels without news for longer are stuck. */
const newsDays = 3;
/** A parcel that waits longer for its pick-up is late already. */
const pickUpDays = 1;

/** When a parcel will arrive, or null if we cannot say. Source: docs/decisions/0016. */
export async function expectedDelivery(
  trx: Db,
  shipment: ShipmentRow,
  progress: Progress,
  now: Date,
  timeZone: string,
): Promise<ExpectedDelivery | null> {
  if (!mayExpect(shipment, progress, now, timeZone)) return null;
  const today = dayOf(now, timeZone);
  if (shipment.expected_at) {
    const day = dayOf(shipment.expected_at, timeZone);
    return { from: day, to: day, by: 'courier', late: day < today };
  }
  const deliveries = await deliveriesSince(trx, {
    shopId: shipment.shop_id,
    company: shipment.company,
    city: shipment.destination_key,
    since: addDays(today, -historyDays),
  });
  const parcel = {
    booked: numberOf(dayOf(shipment.began_at ?? shipment.booked_at ?? shipment.created_at, timeZone)),
    today: numberOf(today),
    isPickedUp: shipment.status === 'INPROCESS',
    isStuck: now.getTime() - (progress.at ?? shipment.booked_at ?? now).getTime() > newsDays * dayMs,
  };
  const usual = usualDays(deliveries, parcel.today);
  return usual ? rangeFor(parcel, usual) : null;
}

/** No answer for parcels that we do not follow, that ended or turned back, and where something went wrong. */
function mayExpect(shipment: ShipmentRow, progress: Progress, now: Date, timeZone: string): boolean {
  if (shipment.booking_state !== 'booked' || shipment.account_id === null || progress.hadTrouble) return false;
  if (shipment.status !== 'FULFILLED' && shipment.status !== 'INPROCESS') return false;
  // The page says so already.
  return !(progress.isOutForDelivery && progress.at && dayOf(progress.at, timeZone) === dayOf(now, timeZone));
}

type Parcel = {
  readonly booked: number;
  readonly today: number;
  readonly isPickedUp: boolean;
  readonly isStuck: boolean;
};

function rangeFor(
  { booked, today, isPickedUp, isStuck }: Parcel,
  { least, most, resting }: UsualDays,
): ExpectedDelivery | null {
  const from = afterWorkingDays(booked, least, resting);
  const to = afterWorkingDays(booked, most, resting);
  if (spansHoliday(booked, Math.max(to, today))) return null;
  if (!isPickedUp && (today >= from || workingDays(booked, today, resting) > pickUpDays)) return null;
  const late = today > to;
  if (isStuck && !late) return null;
  return { from: dayAt(Math.min(Math.max(from, today), to)), to: dayAt(to), by: 'history', late };
}

const dayMs = 86_400_000;
const numberOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
const dayAt = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
