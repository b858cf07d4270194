import { cancelBooking } from '@courierdesk/contract/shipments';
import { Failure } from '@courierdesk/contract/errors';
import { callApi } from '../bare-world/call-api.ts';
import type { BareWorld } from '../bare-world/bare-world.ts';
import type { Gesture } from './gestures.ts';
import { persistently } from './press-button.ts';
import type { BookingOutcome } from './press-button.ts';

/** What a person was told who cancelled the booking that was just made. */
export type TakenBack = 'cancelled' | 'being cancelled' | 'not cancelled' | { unexpected: string };

/** M&P has no cancel call: what was booked there stands until it is voided in its portal. */
export const canTakeBack = ({ presses }: Gesture): boolean => presses.every(({ company }) => company !== 'MNP');

/** Cancels what somebody was told is booked; what was cut off is sent again. */
export async function takeBack(
  world: BareWorld,
  token: string,
  told: BookingOutcome[],
): Promise<TakenBack | undefined> {
  const booked = told.find((one) => one.kind === 'booked');
  if (!booked) return undefined;
  const path = cancelBooking.path.replace(':trackingNumber', booked.trackingNumber);
  const { status, body } = await persistently(() => callApi(world.url, token, 'PUT', path));
  if (status === 200) return 'cancelled';
  if (status === 202) return 'being cancelled';
  const { code, msg } = Failure.safeParse(body).data?.errors[0] ?? { code: 'internal', msg: JSON.stringify(body) };
  // Sent again, it is on its way already, or done.
  if (code === 'cannot-cancel') return 'being cancelled';
  if (code === 'courier-unavailable') return 'not cancelled';
  return { unexpected: `cancelling ${booked.trackingNumber}: ${status} ${code}: ${msg}` };
}
