import type { BookingRules } from '@courierdesk/contract/booking-rules';
import type { Settings } from '@courierdesk/contract/settings';
import { rulesOf } from '../../shop/booking-rules/find-rules.ts';
import type { Context } from '../../base/context.ts';
import { accountsByName } from '../../shop/courier-accounts/find-accounts.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { Db } from '../../base/db/client.ts';
import { settingsOf } from '../../shop/settings/find-settings.ts';
import { usualCod } from '../../shipments/record/usual-cod.ts';
import { hiddenBefore } from '../../shop/shops/hidden-before.ts';
import { citiesOfCompanies, type CompanyCities } from './city-matches.ts';

/** What the suggested account of an order, and the problems of the order, depend on. */
export type Choice = {
  readonly rules: BookingRules;
  readonly accounts: readonly AccountRow[];
  readonly companies: readonly CompanyCities[];
  readonly settings: Settings;
  readonly usualCod: number | null;
  /** The store hides orders placed before. */
  readonly hiddenBefore: Date;
};

export async function readChoice(trx: Db, context: Context, shopId: string): Promise<Choice> {
  const accounts = await accountsByName(trx, shopId);
  return {
    rules: await rulesOf(trx, shopId),
    accounts,
    companies: await citiesOfCompanies(trx, context, shopId, accounts),
    settings: await settingsOf(trx, shopId),
    usualCod: await usualCod(trx, shopId),
    hiddenBefore: await hiddenBefore(trx, context, shopId),
  };
}
