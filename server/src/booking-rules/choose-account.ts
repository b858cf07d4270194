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
  /** Whole rupees to collect. */
  readonly cod: number;
  /** Grams. */
  readonly weight: number;
  /** Total of the order in rupees. */
  readonly value: number;
  /** The account that a person chose for the order; it comes before the rules while it can book. */
  readonly assigned?: string | null | undefined;
};

/** An account or none (''), and the reason in words. */
export type ChosenAccount = { readonly accountId: string; readonly because: string };

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
    if (assigned && whyUnusable(assigned) === undefined) return { accountId: assigned.id, because: becauseAssigned };
    const cities = order.cities.map(canonicalCity);
    for (const { rule, cities: wanted } of conditions) {
      if (!rule.active || !isMet(rule, order)) continue;
      if (wanted.size > 0 && !cities.some((city) => wanted.has(city))) continue;
      const chosen = share(rule, order.orderId, byId);
      if (chosen) return chosen;
    }
    return withoutRule;
  };
}

export const canonicalCity = (name: string): string => cityStandsFor(withoutNoise(normaliseCity(name)));

function isMet(rule: BookingRule, { cod, weight, value }: RuleOrder): boolean {
  if (rule.payment !== 'any' && (rule.payment === 'cod') !== cod > 0) return false;
  return within(weight, rule.weight_from, rule.weight_to) && within(value, rule.value_from, rule.value_to);
}

const within = (amount: number, from: number | null, to: number | null): boolean =>
  (from === null || amount >= from) && (to === null || amount <= to);

/** Picks one of the rule's accounts by their shares. The shares of accounts that cannot book go to the others. */
function share(
  rule: BookingRule,
  orderId: string,
  accounts: ReadonlyMap<string, AccountRow>,
): ChosenAccount | undefined {
  const name = `Rule "${rule.name}"`;
  const targets = rule.targets.flatMap((target) => {
    const account = accounts.get(target.account_id);
    return account ? [{ account, share: target.share, unusable: whyUnusable(account) }] : [];
  });
  const usable = targets.filter((target) => target.unusable === undefined);
  const whole = usable.reduce((sum, target) => sum + target.share, 0);
  let place = placeOf(orderId, ruleKey(rule)) * whole;
  for (const { account, share: own } of usable) {
    place -= own;
    if (place >= 0) continue;
    const skipped = targets.flatMap((target) => target.unusable ?? []);
    return { accountId: account.id, because: [name, ...skipped].join('; ') };
  }
  return undefined;
}

export const ruleKey = (rule: BookingRule): string => rule.id ?? rule.name;

/** From 0 to below 1, evenly over orders. `suggestedAccountSql` does the same in SQL. */
const placeOf = (orderId: string, ruleId: string): number =>
  createHash('sha256').update(`${ruleId}:${orderId}`).digest().readUInt32BE(0) / 2 ** 32;

/** The account for orders that no rule matches. */
export function fallbackAccount({ fallback }: BookingRules, accounts: readonly AccountRow[]): ChosenAccount {
  const usable = accounts.filter((account) => whyUnusable(account) === undefined);
  const wanted = accounts.find((account) => account.id === fallback);
  if (wanted && usable.includes(wanted)) return { accountId: wanted.id, because: 'Account for all other orders' };
  const unusable = wanted && whyUnusable(wanted);
  const because = (words: string): string => [words, ...(unusable ? [unusable] : [])].join('; ');
  const usual = usable.find((account) => account.is_default);
  if (usual) return { accountId: usual.id, because: because('Default account') };
  const [only, ...others] = usable;
  if (only && others.length === 0) return { accountId: only.id, because: because('The only account') };
  return { accountId: '', because: because('No rule matches this order and there is no default account') };
}
