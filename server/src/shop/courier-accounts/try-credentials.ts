import type { Company } from '@courierdesk/contract/companies';
import { fieldValues } from '@courierdesk/contract/courier-accounts';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { CourierVerification } from '../../adapters/couriers/courier.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { recordCourierReply } from './account-health.ts';
import {
  changedFields,
  editedValues,
  refuseWithoutCredentials,
  withInitialValues,
  type AccountValues,
} from './account-values.ts';
import { loadAccount, secretsOf, type AccountRow } from './load-account.ts';
import { verifyCredentials } from './verify-credentials.ts';

/**
 * Tries credentials without saving them. With an account's id, what is left blank is taken from that account. If all of it is, the
 * account is known to work.
 */
export async function tryCredentials(
  context: Context,
  actor: Actor,
  input: { id?: string | undefined; company: Company } & Readonly<Record<string, unknown>>,
): Promise<CourierVerification> {
  const { shopId } = actor;
  const { id, company } = input;
  const given = fieldValues(company, input);
  const stored = id === undefined ? undefined : await storedAccount(context, shopId, id, company);
  const before: AccountValues | undefined = stored && { ...stored.fields, ...secretsOf(context, stored) };
  const values: AccountValues = before ? editedValues(company, before, given) : withInitialValues(company, given);
  refuseWithoutCredentials(company, values);
  const askedAt = context.clock();
  const verification = await verifyCredentials(context, { shopId, company, values, stored });
  if (stored && before && changedFields(company, before, values).length === 0)
    await recordCourierReply(context, stored, { accepted: true, askedAt });
  return verification;
}

async function storedAccount(context: Context, shopId: string, id: string, company: Company): Promise<AccountRow> {
  const account = await withShop(context.db, shopId, (trx) => loadAccount(trx, shopId, id));
  if (account?.company !== company) throw notFound('This account');
  return account;
}
