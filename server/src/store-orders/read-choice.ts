import type { BookingRules } from '@courierdesk/contract/booking-rules';
import { rulesOf } from '../booking-rules/find-rules.ts';
import { accountsByName } from '../courier-accounts/find-accounts.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import type { Db } from '../db/client.ts';
import { settingsOf } from '../settings/find-settings.ts';
import { usualCod } from '../shipments/usual-cod.ts';

/** What the suggested account of an order, and the problems of the order, depend on. */
export type Choice = {
  readonly rules: BookingRules;
  readonly accounts: readonly AccountRow[];
  /** Grams; the shop's default. */
  readonly weight: number;
  readonly usualCod: number | null;
};

export async function readChoice(trx: Db, shopId: string): Promise<Choice> {
  const [rules, accounts, settings, usual] = await Promise.all([
    rulesOf(trx, shopId),
    accountsByName(trx, shopId),
    settingsOf(trx, shopId),
    usualCod(trx, shopId),
  ]);
  return { rules, accounts, weight: settings.default_weight, usualCod: usual };
}
