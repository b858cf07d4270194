import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../base/context.ts';
import { AccountUnavailable } from '../../shop/courier-accounts/account-unavailable.ts';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { storeLabel, storedLabel } from './stored-courier-labels.ts';

/** Right after booking, a label may not be ready yet, as at PostEx. */
const freshMs = 2 * 60_000;
const pausesMs = [1500, 3000, 5000];

export type CourierLabel =
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array }
  /**
   * The courier has no label. `why` is shown to people; empty if no label was expected. `failed`: the courier did not respond, or
   * refused us.
   */
  | { readonly kind: 'none'; readonly why: string; readonly failed?: boolean };

/** The courier's own label as we have stored it, or why there is none. Undefined: the courier has to be asked. */
export async function labelAtHand(
  context: Context,
  shipment: ShipmentRow,
  account: AccountRow,
): Promise<CourierLabel | undefined> {
  const { label } = context.couriers[account.company].abilities;
  if (label === 'none') return { kind: 'none', why: '' };
  if (shipment.customer_erased_at) return { kind: 'none', why: 'The customer’s data was erased.' };
  const stored = await storedLabel(context, shipment);
  if (stored) return { kind: 'pdf', bytes: stored };
  if (label === 'at-booking' && !shipment.label_url)
    return { kind: 'none', why: 'This courier sends the label only at booking, and sent none.' };
  return undefined;
}

/** Downloads the courier's label and stores it. */
export async function askForLabel(
  context: Context,
  shipment: ShipmentRow,
  account: AccountRow,
  waitMs: readonly number[] = pausesMs,
): Promise<CourierLabel> {
  const waits = isFresh(shipment, context.clock()) ? waitMs : [];
  const request = {
    trackingNumber: shipment.tracking_number ?? '',
    ...(shipment.label_url && { labelUrl: shipment.label_url }),
  };
  try {
    for (const wait of [0, ...waits]) {
      if (wait > 0) await pause(wait);
      const bytes = await callCourier(
        context,
        account,
        'label',
        (courier, access, call) => courier.label(access, request, call),
        { waitMs: 30_000 },
      );
      if (!bytes) continue;
      await storeLabel(context, shipment, bytes);
      return { kind: 'pdf', bytes };
    }
    return { kind: 'none', why: 'The courier’s label is not ready yet.' };
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    const failed = error.kind !== 'rejected' && !(error instanceof AccountUnavailable && error.reason === 'busy');
    return { kind: 'none', why: `The courier sent no label: ${error.courierWords || error.message}`, failed };
  }
}

const isFresh = (shipment: ShipmentRow, now: Date): boolean =>
  shipment.booked_at !== null && now.getTime() - shipment.booked_at.getTime() < freshMs;
