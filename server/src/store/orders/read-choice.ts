import type { BookingRules } from '@courierdesk/contract/booking-rules';
import { rulesOf } from '../../shop/booking-rules/find-rules.ts';
import type { Context } from '../../base/context.ts';
import { accountsByName } from '../../shop/courier-accounts/find-accounts.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { Db } from '../../base/db/client.ts';
import { settingsOf } from '../../shop/settings/find-settings.ts';
import { usualCod } from '../../shipments/record/usual-cod.ts';
import { hiddenBefore } from '../../shop/shops/hidden-before.ts';

/** What the suggested account of an order, and the problems of the order, depend on. */
export type Choice = {
  readonly rules: BookingRules;
  readonly accounts: readonly AccountRow[];
  /** Grams; the shop's default. */
  readonly weight: number;
  readonly usualCod: number | null;
  /** The store hides orders placed before. */
  readonly hiddenBefore: Date;
};

export async function readChoice(trx: Db, context: Context, shopId: string): Promise<Choice> {
  const [rules, accounts, settings, usual, before] = await Promise.all([
    rulesOf(trx, shopId),
    accountsByName(trx, shopId),
    settingsOf(trx, shopId),
    usualCod(trx, shopId),
    hiddenBefore(trx, context, shopId),
  ]);
  return { rules, accounts, weight: settings.default_weight, usualCod: usual, hiddenBefore: before };
}
