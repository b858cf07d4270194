import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id } from '../values/ids.ts';
import { ShipmentsOrder } from './shipment-sorts.ts';
import { ShipmentsMatch } from './shipment-filters.ts';
import { tooMany } from '../values/maximum-texts.ts';

export const maxSelected = 10_000;
const tooManyParcels = tooMany(maxSelected, 'parcels at once');

/** Large enough for the ids of the largest selection. */
export const selectionBodyLimit = 512 * 1024;

/** Parcels for one action: those ticked, or all that match the filters of the orders page, but for those unticked. */
export const ShipmentSelection = z.union([
  z.strictObject({
    ids: z
      .array(Id, { error: 'Choose at least one parcel' })
      .min(1, 'Choose at least one parcel')
      .max(maxSelected, tooManyParcels)
      .transform((ids) => [...new Set(ids)]),
    /** The order that the list was in; newest first when left out. */
    order: ShipmentsOrder.optional(),
  }),
  z.strictObject({
    matching: ShipmentsMatch,
    except: z.array(Id).max(maxSelected, tooManyParcels).default([]),
  }),
]);
export type ShipmentSelection = z.output<typeof ShipmentSelection>;

/** Parcels that an action passes over, and why. */
export const SkippedReason = z.object({ why: z.string(), parcels: z.number().int() });
export type SkippedReason = z.infer<typeof SkippedReason>;

/** Maximum number of parcels that a selection names. */
export const maxNamed = 1000;

/** A parcel as dialogs name it. */
export const NamedShipment = z.object({
  id: Id,
  order_name: z.string(),
  customer_name: z.string(),
  tracking_number: z.string(),
});
export type NamedShipment = z.infer<typeof NamedShipment>;

/** The parcels to print, in the list's order. */
const OnPaper = z.object({ parcels: z.number().int(), ids: z.array(Id), skipped: z.array(SkippedReason) });

/** What a selection holds, and what each action would do with it. */
export const SelectedShipments = z.object({
  total: z.number().int(),
  /** In the list's order. */
  ids: z.array(Id),
  /** The first of them, in the same order. */
  named: z.array(NamedShipment),
  cancel: z.object({
    /** Those that can be cancelled, in the list's order. */
    ids: z.array(Id),
    /** How many can be cancelled, the following ones included. */
    parcels: z.number().int(),
    /** M&P: in the store only; M&P still holds the number. */
    store_only: z.number().int(),
    /** Of couriers that are not connected here: in the store only; the courier is not asked. */
    elsewhere: z.number().int(),
    /** On their way already, so that the courier may refuse. */
    on_their_way: z.number().int(),
    /** Their label was printed. */
    printed: z.number().int(),
    /** They are on a load sheet. */
    on_load_sheet: z.number().int(),
    skipped: z.array(SkippedReason),
  }),
  track: z.object({ parcels: z.number().int(), skipped: z.array(SkippedReason) }),
  print: OnPaper,
  load_sheet: OnPaper,
});
export type SelectedShipments = z.infer<typeof SelectedShipments>;

export const describeSelection = endpoint({
  name: 'describeSelection',
  method: 'POST',
  path: '/shipments/selection',
  summary: 'What a selection holds: its parcels in the list’s order, and what each bulk action would do with them.',
  access: ['READ_ORDERS'],
  body: z.object({ selection: ShipmentSelection }),
  bodyLimit: selectionBodyLimit,
  reply: z.object({ data: SelectedShipments }),
  errors: ['not-found'],
});
