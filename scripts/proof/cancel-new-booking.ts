import { cancelBooking } from '@courierdesk/contract/shipments';
import { callApi } from '../isolated-stack/call-api.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import type { ClickPattern } from './click-patterns.ts';
import { failureIn, retryUntilAnswered } from './book-through-api.ts';

/** The answer to a person who cancels the booking that was just made. */
export type CancelResult = 'cancelled' | 'being cancelled' | 'not cancelled' | { unexpected: string };

/** M&P has no cancel call: a booking there stays until someone voids it in M&P's portal. */
export const isCancellable = ({ presses }: ClickPattern): boolean => presses.every(({ company }) => company !== 'MNP');

/** A request without an answer is sent again. */
export async function cancelNewBooking(
  stack: IsolatedStack,
  token: string,
  trackingNumber: string,
): Promise<CancelResult> {
  const path = cancelBooking.path.replace(':trackingNumber', trackingNumber);
  const { status, body } = await retryUntilAnswered(() => callApi(stack.url, token, 'PUT', path));
  if (status === 200) return 'cancelled';
  if (status === 202) return 'being cancelled';
  const { code, msg } = failureIn(body);
  // This was a repeat: the first request is being handled, or done.
  if (code === 'cannot-cancel') return 'being cancelled';
  if (code === 'courier-unavailable' || code === 'courier-unauthorised') return 'not cancelled';
  return { unexpected: `cancelling ${trackingNumber}: ${status} ${code}: ${msg}` };
}
