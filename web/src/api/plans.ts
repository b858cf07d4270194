import { cancelSubscription, subscribe, type PaidPlan } from '@courierdesk/contract/subscriptions';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

/** The address at which the owner approves the plan. */
export async function requestPlan(plan: PaidPlan, activate: { users: boolean; accounts: boolean }): Promise<string> {
  const query = { users: String(activate.users), accounts: String(activate.accounts) };
  return (await call(subscribe, { body: { plan }, query })).confirmationUrl;
}

export async function cancelPlan(id: string, name: PaidPlan): Promise<string> {
  const { message } = await call(cancelSubscription, { body: { id, name } });
  // Users, accounts and everything that a plan includes may have changed.
  void queryClient.invalidateQueries();
  return message;
}
