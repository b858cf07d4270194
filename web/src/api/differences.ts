import {
  dismissDifferences as dismissEndpoint,
  getDifferenceRepairs,
  getDifferences,
  reopenDifference as reopenEndpoint,
  repairDifferences as repairEndpoint,
  startComparison as startEndpoint,
  type DifferencesQuery,
  type RepairsQuery,
} from '@courierdesk/contract/differences';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';
import { shipmentsChanged } from './shipments.ts';

const comparingMs = 1_000;
const repairingMs = 3_000;
const usualMs = 60_000;
/** The server may ask the courier and the store first. */
const repairTimeoutMs = 90_000;

/** A page of the differences, refetched while a comparison or a repair is under way. */
export const differencesQuery = (asked: DifferencesQuery) =>
  queryOptions({
    queryKey: ['orders', 'differences', 'list', asked],
    queryFn: ({ signal }) => call(getDifferences, { query: asked, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (data?.comparison.running) return comparingMs;
      return data && data.repairing > 0 ? repairingMs : usualMs;
    },
  });

/** The journal of repairs. */
export const repairsQuery = (asked: RepairsQuery) =>
  queryOptions({
    queryKey: ['orders', 'differences', 'repairs', asked],
    queryFn: ({ signal }) => call(getDifferenceRepairs, { query: asked, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ state }) => state === 'waiting') ? repairingMs : usualMs,
  });

export async function startComparison(): Promise<void> {
  await call(startEndpoint, {});
  await differencesChanged();
}

export async function repairDifferences(ids: string[]) {
  const reply = await call(repairEndpoint, { body: { ids }, timeoutMs: repairTimeoutMs });
  await shipmentsChanged();
  return reply;
}

export async function dismissDifferences(ids: string[], reason: string): Promise<string> {
  const { message } = await call(dismissEndpoint, { body: { ids, reason } });
  // A dismissal also closes the case of the same thing in Needs attention.
  await queryClient.invalidateQueries({ queryKey: ['orders'] });
  return message;
}

export async function reopenDifference(id: string): Promise<void> {
  await call(reopenEndpoint, { params: { id } });
  await differencesChanged();
}

async function differencesChanged(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['orders', 'to-do'] });
  await queryClient.invalidateQueries({ queryKey: ['orders', 'differences'] });
}
