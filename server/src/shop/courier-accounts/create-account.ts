import { fieldValues, type NewCourierAccount } from '@courierdesk/contract/courier-accounts';
import { plans } from '@courierdesk/contract/plans';
import type { Actor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { CourierChoices } from '../../adapters/couriers/courier.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { settingsOf } from '../settings/find-settings.ts';
import { currentPlan } from '../subscriptions/current-plan.ts';
import { planLimitReached } from '../subscriptions/plan-usage.ts';
import {
  refuseIncomplete,
  refuseUnoffered,
  splitValues,
  withInitialValues,
  withOnlyChoices,
  type AccountValues,
} from './account-values.ts';
import { loadAccount, accountSecretOwner, type AccountRow } from './load-account.ts';
import { clearDefault, countAccounts, lockAccounts, refuseBrokenName, refuseTakenName } from './queries.ts';
import { verifyCredentials } from './verify-credentials.ts';

/** Adds an account after the courier accepted its credentials, or without that where the user wants it saved anyway. */
export async function createCourierAccount(
  context: Context,
  actor: Actor,
  input: NewCourierAccount,
): Promise<AccountRow> {
  const { shopId } = actor;
  const { company } = input;
  const given = withInitialValues(company, fieldValues(company, input));
  refuseIncomplete(company, given);
  refuseInactiveDefault(input);
  await withShop(context.db, shopId, (trx) => refuseOneMore(trx, context, shopId, input.account_name));

  const checked = await check(context, shopId, input, given);
  refuseUnoffered(company, given, checked.choices);
  const values = withOnlyChoices(company, given, checked.choices);
  return withShop(context.db, shopId, async (trx) => {
    await lockAccounts(trx, shopId);
    await refuseOneMore(trx, context, shopId, input.account_name);
    // A shop can always book: its first active account is its default one.
    const isFirst = !input.in_active && (await countAccounts(trx, shopId, { active: true })) === 0;
    const is_default = input.is_default || isFirst;
    if (is_default) await clearDefault(trx, shopId);
    return insertAccount(trx, context, actor, { ...input, is_default }, values, checked.verified);
  });
}

export function refuseInactiveDefault(input: {
  is_default?: boolean | undefined;
  in_active?: boolean | undefined;
}): void {
  if (input.is_default && input.in_active)
    throw new AppError('invalid-input', 'An inactive account cannot be the default account.', { field: 'is_default' });
}

async function refuseOneMore(trx: Db, context: Context, shopId: string, name: string): Promise<void> {
  const current = await currentPlan(trx, shopId, context.clock());
  const limit = plans[current.plan].limits.accounts;
  if (limit !== undefined && (await countAccounts(trx, shopId)) >= limit) throw planLimitReached(current);
  await refuseTakenName(trx, shopId, name);
}

async function check(
  context: Context,
  shopId: string,
  input: NewCourierAccount,
  values: AccountValues,
): Promise<{ verified: boolean; choices: CourierChoices }> {
  try {
    const { choices } = await verifyCredentials(context, { shopId, company: input.company, values });
    return { verified: true, choices };
  } catch (error) {
    const mayPass = input.save_anyway && error instanceof AppError && error.code === 'courier-unavailable';
    if (!mayPass) throw error;
    return { verified: false, choices: {} };
  }
}

async function insertAccount(
  trx: Db,
  context: Context,
  actor: Actor,
  input: NewCourierAccount,
  values: AccountValues,
  verified: boolean,
): Promise<AccountRow> {
  const now = context.clock();
  const id = newId(now);
  const { fields, secrets } = splitValues(input.company, values);
  await trx
    .insertInto('courier_account')
    .values({
      shop_id: actor.shopId,
      id,
      company: input.company,
      name: input.account_name,
      is_default: input.is_default,
      in_active: input.in_active,
      weight: input.weight ?? (await settingsOf(trx, actor.shopId)).default_weight,
      fields: JSON.stringify(fields),
      secrets: context.vault.seal(JSON.stringify(secrets), accountSecretOwner(id)),
      secrets_set: Object.keys(secrets),
      parallel_calls: context.couriers[input.company].abilities.parallelCalls,
      last_success_at: verified ? now : null,
      track_next_at: now,
      created_at: now,
    })
    .execute()
    .catch(refuseBrokenName);
  for (const kind of ['courier-cities', 'tracking'] as const)
    await context.jobs.request(trx, kind, { shopId: actor.shopId, key: id, at: now });
  await recordAuditEvent(trx, actor, {
    at: now,
    action: 'courier-account.created',
    subjectKind: 'courier-account',
    subjectId: id,
    label: input.account_name,
    detail: {
      company: input.company,
      name: input.account_name,
      is_default: input.is_default,
      in_active: input.in_active,
      verified,
    },
  });
  const account = await loadAccount(trx, actor.shopId, id);
  if (!account) throw notFound('This account');
  return account;
}
