import type { Company } from '@courierdesk/contract/companies';
import { fieldValues } from '@courierdesk/contract/courier-accounts';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { CourierVerification } from '../../adapters/couriers/courier.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { editedValues, refuseWithoutCredentials, withInitialValues, type AccountValues } from './account-values.ts';
import { loadAccount, secretsOf, type AccountRow } from './load-account.ts';
import { verifyCredentials } from './verify-credentials.ts';

/** Tries credentials without saving them. With an account's id, what is left blank is taken from that account. */
export async function tryCredentials(
  context: Context,
  actor: Actor,
  input: { id?: string | undefined; company: Company } & Readonly<Record<string, unknown>>,
): Promise<CourierVerification> {
  const { shopId } = actor;
  const { id, company } = input;
  const given = fieldValues(company, input);
  const stored = id === undefined ? undefined : await storedAccount(context, shopId, id, company);
  const values: AccountValues = stored
    ? editedValues(company, { ...stored.fields, ...secretsOf(context, stored) }, given)
    : withInitialValues(company, given);
  refuseWithoutCredentials(company, values);
  return verifyCredentials(context, { shopId, company, values, stored });
}

async function storedAccount(context: Context, shopId: string, id: string, company: Company): Promise<AccountRow> {
  const account = await withShop(context.db, shopId, (trx) => loadAccount(trx, shopId, id));
  if (account?.company !== company) throw notFound('This account');
  return account;
}
