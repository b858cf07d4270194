import { fieldValues, type EditedCourierAccount } from '@courierdesk/contract/courier-accounts';
import { plans } from '@courierdesk/contract/plans';
import type { Actor } from '../../base/actor.ts';
import { changesOf } from '../../base/audit/changes-of.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { currentPlan } from '../subscriptions/current-plan.ts';
import { planLimitReached } from '../subscriptions/plan-usage.ts';
import {
  changedFields,
  editedValues,
  refuseIncomplete,
  refuseUnoffered,
  splitValues,
  withOnlyChoices,
  type AccountValues,
} from './account-values.ts';
import { refuseInactiveDefault } from './create-account.ts';
import { revisionOfAccount } from './present.ts';
import { refuseChanged } from '../../base/revision.ts';
import { loadAccount, secretsOf, accountSecretOwner, type AccountRow } from './load-account.ts';
import { clearDefault, countAccounts, lockAccounts, refuseBrokenName, refuseTakenName } from './queries.ts';
import { verifyCredentials } from './verify-credentials.ts';

/** Changes an account. New credentials or settings are tried at the courier before they replace the old ones. */
export async function updateCourierAccount(
  context: Context,
  actor: Actor,
  input: EditedCourierAccount,
): Promise<AccountRow> {
  const { shopId } = actor;
  refuseInactiveDefault(input);
  const stored = await withShop(context.db, shopId, async (trx) => {
    const account = await loadAccount(trx, shopId, input.id);
    if (!account) throw notFound('This account');
    refuseChanged('this account', input.revision, revisionOfAccount(account));
    await refuseTakenName(trx, shopId, input.account_name, input.id);
    return account;
  });
  const change = await checkedChange(context, stored, input);
  return withShop(context.db, shopId, async (trx) => {
    await lockAccounts(trx, shopId);
    return saveAccount(trx, context, actor, input, change);
  });
}

type Change = {
  /** The version that was checked; the stored one must still be that. */
  readonly version: number;
  readonly values: AccountValues;
  /** Names of the fields that differ. */
  readonly changed: readonly string[];
};

async function checkedChange(context: Context, stored: AccountRow, input: EditedCourierAccount): Promise<Change> {
  const { company, version, shop_id: shopId } = stored;
  const before = { ...stored.fields, ...secretsOf(context, stored) };
  const values = editedValues(company, before, fieldValues(company, input));
  refuseIncomplete(company, values, before);
  if (changedFields(company, before, values).length === 0) return { version, values, changed: [] };
  try {
    const { choices } = await verifyCredentials(context, { shopId, company, values, stored });
    refuseUnoffered(company, values, choices);
    const filled = withOnlyChoices(company, values, choices);
    return { version, values: filled, changed: changedFields(company, before, filled) };
  } catch (error) {
    const mayPass = input.save_anyway && error instanceof AppError && error.code === 'courier-unavailable';
    if (!mayPass) throw error;
    return { version, values, changed: changedFields(company, before, values) };
  }
}

async function saveAccount(
  trx: Db,
  context: Context,
  actor: Actor,
  input: EditedCourierAccount,
  change: Change,
): Promise<AccountRow> {
  const { shopId } = actor;
  const account = await loadAccount(trx, shopId, input.id);
  if (!account) throw notFound('This account');
  refuseChanged('this account', input.revision, revisionOfAccount(account));
  if (change.changed.length > 0 && account.version !== change.version)
    throw new AppError('conflict', 'Someone else just changed this account. Reload the page and try again.');
  const in_active = input.in_active ?? account.in_active;
  const isSwitchedOn = account.in_active && !in_active;
  // As a new account: a shop can always book.
  const isOnly = isSwitchedOn && (await countAccounts(trx, shopId, { active: true })) === 0;
  const is_default = !in_active && (isOnly || (input.is_default ?? account.is_default));
  if (isSwitchedOn) await refuseOneMoreActive(trx, context, shopId);
  if (is_default && !account.is_default) await clearDefault(trx, shopId);
  const plain = { name: input.account_name, weight: input.weight ?? account.weight, in_active, is_default };
  const reason = { off_by_plan: account.off_by_plan && in_active && input.off_by_plan !== false };
  await trx
    .updateTable('courier_account')
    .set({ ...plain, ...reason, ...(change.changed.length > 0 && credentialColumns(context, account, change.values)) })
    .where('shop_id', '=', shopId)
    .where('id', '=', account.id)
    .execute()
    .catch(refuseBrokenName);
  if (change.changed.length > 0) {
    // Other credentials may have other destinations.
    await trx
      .deleteFrom('courier_city_list')
      .where('shop_id', '=', shopId)
      .where('account_id', '=', account.id)
      .execute();
  }
  await recordAuditEvent(trx, actor, {
    at: context.clock(),
    action: 'courier-account.updated',
    subjectKind: 'courier-account',
    subjectId: account.id,
    label: input.account_name,
    // Names of the changed credentials and settings only: some of their values are secret.
    detail: { ...plain, changed: change.changed },
    changes: changesOf(
      account,
      { ...plain, ...reason },
      { name: 'shown', weight: 'shown', in_active: 'shown', is_default: 'shown', off_by_plan: 'shown' },
    ),
  });
  const saved = await loadAccount(trx, shopId, account.id);
  if (!saved) throw notFound('This account');
  await context.jobs.request(trx, 'courier-cities', { shopId, key: account.id, at: saved.cities_next_at });
  await context.jobs.request(trx, 'tracking', { shopId, key: account.id, at: saved.track_next_at });
  return saved;
}

async function refuseOneMoreActive(trx: Db, context: Context, shopId: string): Promise<void> {
  const current = await currentPlan(trx, shopId, context.clock());
  const limit = plans[current.plan].limits.accounts;
  if (limit !== undefined && (await countAccounts(trx, shopId, { active: true })) >= limit)
    throw planLimitReached(current);
}

/** A new version, so that cached tokens and cities of the old credentials are not used. */
function credentialColumns(context: Context, account: AccountRow, values: AccountValues) {
  const { fields, secrets } = splitValues(account.company, values);
  return {
    fields: JSON.stringify(fields),
    secrets: context.vault.seal(JSON.stringify(secrets), accountSecretOwner(account.id)),
    secrets_set: Object.keys(secrets),
    version: account.version + 1,
    failures: 0,
    paused_until: null,
    last_error: '',
    credentials_refused_at: null,
    credentials_error: '',
    credentials_mailed_at: null,
    cities_next_at: context.clock(),
    track_next_at: context.clock(),
    track_failures: 0,
    parcels_unknown_since: null,
  };
}
