import {
  getOperatorOverview,
  releaseLease as releaseEndpoint,
  runStuckWork as runEndpoint,
  signInOperator as signInEndpoint,
  signOutOperator as signOutEndpoint,
  type ReleaseLease,
  type RunStuckWork,
} from '@courierdesk/contract/operator';
import { queryOptions } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { hasCode } from '../lib/failures.ts';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

const refreshMs = 10_000;

/** Asked again every ten seconds, but not while nobody is signed in. */
export const operatorOverviewQuery = queryOptions({
  queryKey: ['operator'],
  queryFn: ({ signal }) => call(getOperatorOverview, { signal }),
  refetchInterval: ({ state }) => !hasCode(state.error, 'unauthorised') && refreshMs,
});

/** Where the operator's page is not set up, its address is like any unknown one. The page itself shows other failures. */
export async function loadOperatorOverview(): Promise<void> {
  await queryClient.fetchQuery(operatorOverviewQuery).catch((error: unknown) => {
    if (hasCode(error, 'not-found')) notFound({ throw: true });
  });
}

export async function signInOperator(input: { password: string }): Promise<void> {
  await call(signInEndpoint, { body: input });
  await queryClient.fetchQuery({ ...operatorOverviewQuery, staleTime: 0 });
}

export async function signOutOperator(): Promise<void> {
  await call(signOutEndpoint, { body: {} });
  await queryClient.resetQueries({ queryKey: operatorOverviewQuery.queryKey });
}

export const runStuckWork = (work: RunStuckWork): Promise<string> => thenLookAgain(call(runEndpoint, { body: work }));

export const releaseLease = (lease: ReleaseLease): Promise<string> =>
  thenLookAgain(call(releaseEndpoint, { body: lease }));

async function thenLookAgain(doing: Promise<{ message: string }>): Promise<string> {
  const { message } = await doing;
  await queryClient.refetchQueries({ queryKey: operatorOverviewQuery.queryKey });
  return message;
}
