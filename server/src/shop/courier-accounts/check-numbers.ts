import { inParts } from '@courierdesk/contract/in-parts';
import type { Context } from '../../base/context.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import { halvesOf } from '../../adapters/couriers/halves.ts';
import { callCourier } from './call-courier.ts';
import type { AccountRow } from './load-account.ts';

/** `unchecked`: the courier did not answer. `not-asked`: it answers, but there was no time to ask about all numbers. */
export type NumberCheck = 'known' | 'unknown' | 'unchecked' | 'not-asked';

const timeoutMs = 30_000;

/**
 * Whether a courier knows these tracking numbers, in as few calls as it takes and within the limits of the account. After a
 * call without an answer, the rest stays unchecked.
 */
export async function checkNumbers(
  context: Context,
  account: AccountRow,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, NumberCheck>> {
  const size = context.couriers[account.company].abilities.maxTrackedAtOnce;
  const checks = new Map<string, NumberCheck>(numbers.map((number) => [number, 'unchecked']));
  const batches = inParts(numbers, size);
  const signal = AbortSignal.timeout(timeoutMs);
  let answers = true;
  const askForBatches = async (): Promise<void> => {
    for (let batch = batches.shift(); batch && answers; batch = batches.shift()) {
      try {
        for (const one of await ask(batch))
          if (one.found || !one.unsure) checks.set(one.trackingNumber, one.found ? 'known' : 'unknown');
      } catch (error) {
        if (!(error instanceof CourierError)) throw error;
        if (error.kind !== 'rejected') answers = false;
        else if (batch.length > 1) batches.unshift(...halvesOf(batch));
        else for (const number of batch) checks.set(number, 'unknown');
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, account.parallel_calls) }, askForBatches));
  const unanswered = [...checks].filter(([, check]) => check === 'unchecked');
  if (signal.aborted && unanswered.length < checks.size)
    for (const [number] of unanswered) checks.set(number, 'not-asked');
  return checks;

  function ask(batch: readonly string[]) {
    return callCourier(context, account, 'track', (courier, access, call) => courier.track(access, batch, call), {
      signal,
    });
  }
}
