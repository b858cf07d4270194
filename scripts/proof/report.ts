import { companies } from '@courierdesk/contract/companies';
import { table, type Figure } from '../../bench/src/figure.ts';
import { endStates } from './check-orders.ts';
import type { ProofResult } from './prove-bookings.ts';
import type { FairnessResult } from './prove-fairness.ts';
import type { RestoreResult } from './prove-restore.ts';

/** Everything that may not be, in sentences. */
export const problemsOf = ({ check, afterwards, serverErrors }: ProofResult): string[] => [
  ...check.violations,
  ...afterwards,
  ...serverErrors,
];

/** The run in counts, and each problem. */
export function report(result: ProofResult): string {
  const { plan, work, disasters, notTried, faults, bookingSeconds, settlingSeconds, rows } = result;
  const problems = problemsOf(result);
  return [
    '',
    `${plan.orders} orders of ${plan.shops} shops, ${plan.shops * 2} people, seed ${plan.seed}: booked in ${bookingSeconds.toFixed(0)} s.`,
    ...clicksOf(result),
    `Batches: ${work.batches.length}. Their rows at the end: ${words(count(rows.map((row) => row.state)))}.`,
    `Faults that struck: ${faults.map(({ kind, hits }) => `${kind} ${hits}`).join(', ')}.`,
    ...disasters,
    ...notTried,
    `Look-ups compressed to ${plan.lookUpSeconds.join(', ')} s after asking (in production 5, 20, 60, 300, 900).`,
    `Settled ${settlingSeconds.toFixed(0)} s after the last fault (at most ${plan.settleSeconds}).`,
    '',
    ...endsOf(result),
    '',
    ...(problems.length === 0
      ? [
          '0 orders booked twice, 0 parcels unknown to us, 0 orders lost, 0 parcels at the customer of another shop.',
          'Each answer that a person got is true. Afterwards every failed row and free order could be booked.',
          'No process ended by itself, and none logged an error.',
        ]
      : [`${problems.length} PROBLEMS`]),
    ...problems.slice(0, maxShown).map((one) => `  ${one}`),
  ].join('\n');
}

export function reportRestore(result: RestoreResult): string {
  const { before, after, inBatch, inBatchBefore, unknownToStore, restoreSeconds, printed, problems } = result;
  return [
    '',
    `${before} orders were booked before the moment, ${after} after it; of these the store did not know ${unknownToStore} yet.`,
    `A batch of ${inBatch} was under way at that moment: ${inBatchBefore} of its orders were booked before it.`,
    `The database was back ${restoreSeconds.toFixed(1)} s after its loss. \`npm run operator -- compare\` printed:`,
    ...printed.map((line) => `  ${line}`),
    problems.length === 0
      ? 'A person added what was under Differences, retried the batch, and booked every order again: all were refused. Each has one parcel, which we know.'
      : `${problems.length} PROBLEMS`,
    ...problems.slice(0, maxShown).map((one) => `  ${one}`),
  ].join('\n');
}

export function reportFairness({ plan, work, serverErrors }: FairnessResult, figures: Figure[]): string {
  return [
    '',
    `A shop of ${plan.parcels} due parcels, ${plan.rows} rows of batches and prints of ${plan.labels} labels, which in two phases`,
    `tracked ${work.tracked} parcels, booked ${work.booked} rows and printed ${work.printed} labels, beside a shop that books one order after`,
    `the other, ${plan.orders} in each phase. Couriers answer after ${plan.courierMs} ms, the store after ${plan.storeMs}.`,
    '',
    table(figures),
    ...serverErrors.slice(0, maxShown).map((one) => `  ${one}`),
  ].join('\n');
}

const maxShown = 100;

function clicksOf({ work: { forms } }: ProofResult): string[] {
  const named = (one: { kind: string; code?: string }): string => (one.code ? `${one.kind} (${one.code})` : one.kind);
  return [
    `Forms: ${words(count(forms.map(({ pattern, orders }) => (orders.length > 1 ? `${pattern} on a pair` : pattern))))}.`,
    `Answers: ${words(count(forms.flatMap(({ answers }) => answers.map(named))))}.`,
    `Cancelled at once: ${words(count(forms.flatMap(({ cancelled }) => (cancelled ? [typeof cancelled.result === 'string' ? cancelled.result : 'unexpected'] : []))))}.`,
    `Booked again: ${words(count(forms.flatMap(({ bookedAgain = [] }) => bookedAgain.map(named))))}.`,
  ];
}

function endsOf({ check, finalState, plan }: ProofResult): string[] {
  const ends = count([...check.ends.values()]);
  const held = finalState.shipments.filter((one) => one.held_orders.length > 0);
  const byCourier = companies.map(
    (company) => `${company} ${held.filter((one) => one.company === company && one.booking_state === 'booked').length}`,
  );
  return [
    'End states',
    ...endStates.map((state) => `  ${String(ends.get(state) ?? 0).padStart(6)}  ${state}`),
    `  ${String(plan.orders - check.ends.size).padStart(6)}  none of these`,
    `Parcels booked with ${byCourier.join(', ')}.`,
    `Attempts: ${words(count(finalState.shipments.map((one) => one.booking_state)))}.`,
  ];
}

function count(values: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].toSorted(([, a], [, b]) => b - a));
}

const words = (counts: Map<string, number>): string =>
  [...counts].map(([what, n]) => `${what} ${n}`).join(', ') || 'none';
