import { createHash } from 'node:crypto';
import type { BookingRule, BookingRules } from '@courierdesk/contract/booking-rules';
import { cityStandsFor, normaliseCity, withoutNoise } from '@courierdesk/contract/city-names';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { whyUnusable } from './why-unusable.ts';

/** The facts of an order that the rules use. */
export type RuleOrder = {
  readonly orderId: string;
  /** Names of its city: as written, and as couriers know it. */
  readonly cities: readonly string[];
  /** Nothing is left to collect. */
  readonly isPrepaid: boolean;
  /** Grams. */
  readonly weight: number;
  /** Total of the order in rupees; null in another currency, so it is within no limits. */
  readonly value: number | null;
  /** The account that a person chose for the order; it comes before the rules while it can book. */
  readonly assigned?: string | null | undefined;
};

/** An account or none (''), and the reason in words. */
export type ChosenAccount = {
  readonly accountId: string;
  readonly because: string;
  /** Accounts that were named for the order, but cannot book, in words. `because` has them too. */
  readonly skipped: readonly string[];
};

export const becauseAssigned = 'Assigned to this order';

/**
 * Picks the account of an order by the shop's rules: the first rule whose conditions are met and that has an account
 * which can book, else the fallback, else the default account, else the only one. The same order always gets the same
 * answer while rules and accounts stay as they are.
 */
export function accountChooser(
  rules: BookingRules,
  accounts: readonly AccountRow[],
): (order: RuleOrder) => ChosenAccount {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const conditions = rules.rules.map((rule) => ({ rule, cities: new Set(rule.cities.map(canonicalCity)) }));
  const withoutRule = fallbackAccount(rules, accounts);
  return (order) => {
    const assigned = byId.get(order.assigned ?? '');
    const unusable = assigned && whyUnusable(assigned);
    if (assigned && unusable === undefined) return { accountId: assigned.id, because: becauseAssigned, skipped: [] };
    const skipped = unusable === undefined ? [] : [unusable];
    const cities = order.cities.map(canonicalCity);
    for (const { rule, cities: wanted } of conditions) {
      if (!rule.active || !isMet(rule, order)) continue;
      if (wanted.size > 0 && !cities.some((city) => wanted.has(city))) continue;
      const chosen = share(rule, order.orderId, byId);
      if (chosen.accountId !== '') return withSkipped(chosen, skipped);
      skipped.push(...chosen.skipped);
    }
    return withSkipped(withoutRule, skipped);
  };
}

const withSkipped = ({ accountId, because, skipped }: ChosenAccount, before: readonly string[]): ChosenAccount => ({
  accountId,
  because: [because, ...new Set(before)].join('; '),
  skipped: [...new Set([...before, ...skipped])],
});

export const canonicalCity = (name: string): string => cityStandsFor(withoutNoise(normaliseCity(name)));

function isMet(rule: BookingRule, { isPrepaid, weight, value }: RuleOrder): boolean {
  if (rule.payment !== 'any' && (rule.payment === 'prepaid') !== isPrepaid) return false;
  return within(weight, rule.weight_from, rule.weight_to) && within(value, rule.value_from, rule.value_to);
}

const within = (amount: number | null, from: number | null, to: number | null): boolean =>
  (from === null && to === null) || (amount !== null && amount >= (from ?? 0) && amount <= (to ?? Infinity));

/** Picks one of the rule's accounts by their shares, or none. The shares of accounts that cannot book go to the others. */
function share(rule: BookingRule, orderId: string, accounts: ReadonlyMap<string, AccountRow>): ChosenAccount {
  const name = `Rule "${rule.name}"`;
  const targets = rule.targets.flatMap((target) => {
    const account = accounts.get(target.account_id);
    return account ? [{ account, share: target.share, unusable: whyUnusable(account) }] : [];
  });
  const usable = targets.filter((target) => target.unusable === undefined);
  const whole = usable.reduce((sum, target) => sum + target.share, 0);
  const skipped = targets.flatMap((target) => target.unusable ?? []);
  let place = placeOf(orderId, ruleKey(rule)) * whole;
  for (const { account, share: own } of usable) {
    place -= own;
    if (place >= 0) continue;
    return { accountId: account.id, because: [name, ...skipped].join('; '), skipped };
  }
  return { accountId: '', because: name, skipped };
}

export const ruleKey = (rule: BookingRule): string => rule.id ?? rule.name;

/** From 0 to below 1, evenly over orders. `suggestedAccountSql` does the same in SQL. */
const placeOf = (orderId: string, ruleId: string): number =>
  createHash('sha256').update(`${ruleId}:${orderId}`).digest().readUInt32BE(0) / 2 ** 32;

/** The account for orders that no rule matches. */
export function fallbackAccount({ fallback }: BookingRules, accounts: readonly AccountRow[]): ChosenAccount {
  const usable = accounts.filter((account) => whyUnusable(account) === undefined);
  const wanted = accounts.find((account) => account.id === fallback);
  if (wanted && usable.includes(wanted))
    return { accountId: wanted.id, because: 'Account for all other orders', skipped: [] };
  const skipped = [wanted && whyUnusable(wanted)].flatMap((why) => why ?? []);
  const chosen = (accountId: string, words: string): ChosenAccount => ({
    accountId,
    because: [words, ...skipped].join('; '),
    skipped,
  });
  const usual = usable.find((account) => account.is_default);
  if (usual) return chosen(usual.id, 'Default account');
  const [only, ...others] = usable;
  if (only && others.length === 0) return chosen(only.id, 'Your only active account');
  return chosen('', 'No rule matches this order and there is no default account');
}
