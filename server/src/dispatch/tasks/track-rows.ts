import { courierName, Company } from '@courierdesk/contract/companies';
import { inParts } from '@courierdesk/contract/in-parts';
import { ShipmentStatus, statusName } from '@courierdesk/contract/statuses';
import type { Context } from '../../base/context.ts';
import { CourierError, wordsOf } from '../../adapters/couriers/courier-error.ts';
import { halvesOf } from '../../adapters/couriers/halves.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { trackShipments, type AskedShipment } from '../tracking/track-shipments.ts';
import type { TaskRow } from './queries.ts';
import { saveResults, taskShipments, type RowResult } from './task-rows.ts';

const atOnce = 4;
const batch = 400;

/** Tracks the parcels of a task, as many per call as each courier takes. */
export async function trackRows(context: Context, task: TaskRow, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const waiting = await taskShipments(context, task, 'waiting', batch);
    if (waiting.length === 0) return;
    const queue = splitIntoCalls(context, waiting);
    const work = async (): Promise<void> => {
      for (let parcels = queue.shift(); parcels && !isOver(); parcels = queue.shift()) {
        await saveResults(context, task, await trackParcels(context, parcels));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
}

/** Groups parcels by account, with at most as many per call as its courier takes. */
function splitIntoCalls(context: Context, shipments: readonly ShipmentRow[]): ShipmentRow[][] {
  return [...Map.groupBy(shipments, (one) => one.account_id).values()].flatMap((parcels) => {
    const [first] = parcels;
    const most = first ? context.couriers[Company.parse(first.company)].abilities.maxTrackedAtOnce : 1;
    return inParts(parcels, most);
  });
}

async function trackParcels(context: Context, parcels: readonly ShipmentRow[]): Promise<RowResult[]> {
  const numbered = parcels.filter((parcel) => parcel.tracking_number !== null);
  const gone = parcels.filter((parcel) => parcel.tracking_number === null);
  return [
    ...gone.map(({ id }): RowResult => ({ shipmentId: id, state: 'done', message: 'The shipment was deleted.' })),
    ...(await askCourier(context, numbered)),
  ];
}

async function askCourier(context: Context, parcels: readonly ShipmentRow[]): Promise<RowResult[]> {
  try {
    const rows = new Map((await trackShipments(context, parcels)).map((row) => [row.id, row]));
    return parcels.map((before) => {
      const after = rows.get(before.id);
      return { shipmentId: before.id, state: 'done', message: after ? describeStatus(before, after) : unknown(before) };
    });
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    if (error.kind === 'rejected' && parcels.length > 1)
      return (await Promise.all(halvesOf(parcels).map((half) => askCourier(context, half)))).flat();
    const words = wordsOf(error);
    return parcels.map((parcel) => ({
      shipmentId: parcel.id,
      state: 'failed',
      message: `${courierOf(parcel)}: ${words}`,
    }));
  }
}

function describeStatus(before: ShipmentRow, after: AskedShipment): string {
  if (after.tracking_fingerprint === '') return unknown(before);
  const status = statusName[ShipmentStatus.parse(after.status)];
  const words = after.status_text && after.status_text !== status ? `${status}: ${after.status_text}` : status;
  if (after.isMissing) return `${courierOf(before)} no longer has this number. Before: ${words}`;
  const same = before.status === after.status && before.status_text === after.status_text;
  return same ? `No change. ${words}` : words;
}

const unknown = (shipment: ShipmentRow): string => `${courierOf(shipment)} does not have this number yet.`;

const courierOf = (shipment: ShipmentRow): string => courierName(shipment.company);
