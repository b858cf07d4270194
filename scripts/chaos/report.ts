import { companies } from '@courierdesk/contract/companies';
import { endStates } from './check-orders.ts';
import type { Kill, Kills } from './kill-servers.ts';
import type { BatchChaosResult } from './run-batch-chaos.ts';
import type { ChaosResult } from './run-chaos.ts';

/** The run in counts, and each violation. */
export function report(result: ChaosResult): string {
  const { plan, kills, faults, bookingSeconds, settlingSeconds, violations } = { ...result, ...allViolations(result) };
  return [
    '',
    `${plan.orders} orders, ${plan.clients} clients, seed ${plan.seed}: booked in ${bookingSeconds.toFixed(0)} s.`,
    ...clicksOf(result),
    `Faults that struck: ${faults.map(({ kind, hits }) => `${kind} ${hits}`).join(', ')}.`,
    ...killsInWords(kills),
    `Look-ups compressed to ${plan.lookUpSeconds.join(', ')} s after asking (in production 5, 20, 60, 300, 900).`,
    ...(plan.endLeasesAfterKill ? ['Leases of the killed server were ended at once (in production they expire).'] : []),
    `Settled ${settlingSeconds.toFixed(0)} s after the last fault (at most ${plan.settleSeconds}).`,
    '',
    ...endsOf(result),
    '',
    violations.length === 0
      ? 'No violation: couriers, store and database agree on every order.'
      : `${violations.length} VIOLATIONS`,
    ...violations.map((one) => `  ${one}`),
    ...serverErrorsOf(result),
  ].join('\n');
}

/** The same for a batch. */
export function reportBatch(result: BatchChaosResult): string {
  const { plan, kills, faults, bookingSeconds, settlingSeconds, ends, rows, violations, serverErrors } = result;
  const states = count([...ends.values()]);
  return [
    '',
    `A batch of ${plan.orders} rows, two people, seed ${plan.seed}: booked in ${bookingSeconds.toFixed(0)} s.`,
    `Faults that struck: ${faults.map(({ kind, hits }) => `${kind} ${hits}`).join(', ')}.`,
    ...killsInWords(kills),
    `Settled ${settlingSeconds.toFixed(0)} s after the last fault (at most ${plan.settleSeconds}).`,
    `Rows then: ${words(count(rows.map((row) => row.state)))}. The failed ones were retried.`,
    '',
    'End states',
    ...endStates.map((state) => `  ${String(states.get(state) ?? 0).padStart(6)}  ${state}`),
    '',
    violations.length === 0
      ? 'No violation: rows, couriers, store and database agree on every order.'
      : `${violations.length} VIOLATIONS`,
    ...violations.map((one) => `  ${one}`),
    ...serverErrorsOf({ serverErrors }),
  ].join('\n');
}

const killsInWords = ({ servers, databases }: Kills): string[] => [
  ...servers.map(killInWords),
  ...databases.map(
    ({ afterOrder, downMs }) =>
      `PostgreSQL was stopped at order ${afterOrder} and was back after ${(downMs / 1000).toFixed(1)} s.`,
  ),
];

const killInWords = (
  { afterOrder, claimed, asking, cancelling, storeUpdatesHeld, downMs }: Kill,
  index: number,
): string =>
  `Kill ${index + 1} at order ${afterOrder} left ${claimed} claimed, ${asking} asking, ${cancelling} cancelling, ${storeUpdatesHeld} store updates in hand; down for ${(downMs / 1000).toFixed(1)} s.`;

export function allViolations({ check, notFree }: Pick<ChaosResult, 'check' | 'notFree'>): {
  violations: string[];
} {
  return { violations: [...check.violations, ...notFree] };
}

function clicksOf({ records }: ChaosResult): string[] {
  const patterns = count(records.map((record) => record.pattern));
  const answers = count(
    records.flatMap((record) => record.answers.map((one) => ('code' in one ? `${one.kind} (${one.code})` : one.kind))),
  );
  const cancelled = count(
    records.flatMap((record) => (typeof record.cancelled === 'object' ? 'unexpected' : (record.cancelled ?? []))),
  );
  return [`Clicks: ${words(patterns)}.`, `Answers: ${words(answers)}.`, `Cancelled at once: ${words(cancelled)}.`];
}

function endsOf({ check, finalState }: ChaosResult): string[] {
  const ends = count([...check.ends.values()]);
  const held = finalState.shipments.filter((one) => one.holds);
  const byCourier = companies.map(
    (company) => `${company} ${held.filter((one) => one.company === company && one.booking_state === 'booked').length}`,
  );
  return [
    'End states',
    ...endStates.map((state) => `  ${String(ends.get(state) ?? 0).padStart(6)}  ${state}`),
    `  ${String(check.violations.length).padStart(6)}  violations`,
    `Booked with ${byCourier.join(', ')}.`,
    `Attempts: ${words(count(finalState.shipments.map((one) => one.booking_state)))}.`,
  ];
}

const maxErrorsShown = 10;

function serverErrorsOf({ serverErrors }: Pick<ChaosResult, 'serverErrors'>): string[] {
  if (serverErrors.length === 0) return ['The server logged no error and did not crash.'];
  return [`The server logged ${serverErrors.length} errors or crashes.`, ...serverErrors.slice(0, maxErrorsShown)];
}

function count(values: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].toSorted(([, a], [, b]) => b - a));
}

const words = (counts: Map<string, number>): string => [...counts].map(([what, n]) => `${what} ${n}`).join(', ');
