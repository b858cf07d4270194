import type { Context } from '../../base/context.ts';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';

type CancelAnswer =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'not-cancelled' | 'unclear'; readonly error: CourierError };

/** A person waits for the answer, or the worker continues a cancel. */
export type CancelCaller = 'person' | 'worker';

/**
 * Asks the courier to cancel. When the first call fails clearly, the cancel ends. A refusal after a call with an unknown
 * outcome may mean that the parcel is already cancelled: then the courier's tracking decides. A parcel on its way was not
 * cancelled, whatever the answer. While tracking shows nothing, the answer is unclear.
 */
export async function cancelAtCourier(
  context: Context,
  account: AccountRow,
  number: string,
  { isFirstCall, caller }: { isFirstCall: boolean; caller: CancelCaller },
): Promise<CancelAnswer> {
  if (!context.couriers[account.company].abilities.cancel) return { kind: 'cancelled' };
  try {
    await callCourier(context, account, 'cancel', (courier, access, call) => courier.cancel(access, number, call));
    return { kind: 'cancelled' };
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    if (isFirstCall && isClearFailure(error, caller)) return { kind: 'not-cancelled', error };
    const shown = await stateInTracking(context, account, number);
    if (shown === 'cancelled') return { kind: 'cancelled' };
    if (shown === 'moving')
      return { kind: 'not-cancelled', error: error.kind === 'rejected' ? error : alreadyMoving() };
    if (shown === 'booked' && error.kind === 'rejected') return { kind: 'not-cancelled', error };
    return { kind: 'unclear', error };
  }
}

/** A person can try again, so only an unknown outcome keeps the cancel open. The worker tries again until a refusal. */
const isClearFailure = (error: CourierError, caller: CancelCaller): boolean =>
  caller === 'person' ? error.kind !== 'uncertain' : error.kind === 'rejected';

const alreadyMoving = (): CourierError =>
  new CourierError('rejected', 'the parcel is moving', { courierWords: 'it shows the parcel as on its way' });

async function stateInTracking(
  context: Context,
  account: AccountRow,
  number: string,
): Promise<'cancelled' | 'moving' | 'booked' | 'unknown'> {
  try {
    const [tracked] = await callCourier(context, account, 'track', (courier, access, call) =>
      courier.track(access, [number], call),
    );
    if (!tracked?.found) return 'unknown';
    const status = tracked.status?.status ?? 'FULFILLED';
    if (status === 'CANCELLED') return 'cancelled';
    return status === 'FULFILLED' ? 'booked' : 'moving';
  } catch (error) {
    if (error instanceof CourierError) return 'unknown';
    throw error;
  }
}
