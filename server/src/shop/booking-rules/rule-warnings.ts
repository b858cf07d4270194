import type { BookingRules } from '@courierdesk/contract/booking-rules';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { fallbackAccount } from './choose-account.ts';
import { whyUnusable } from './why-unusable.ts';

/** Problems of the rules, for the people who edit them. */
export function ruleWarnings(
  rules: BookingRules,
  accounts: readonly AccountRow[],
): { index: number | null; msg: string }[] {
  const reasons = new Map(accounts.map((account) => [account.id, whyUnusable(account)]));
  const ofRules = rules.rules.flatMap((rule, index) => {
    if (!rule.active) return [];
    const unusable = rule.targets.flatMap((target) => reasons.get(target.account_id) ?? []);
    if (unusable.length === 0) return [];
    const rest =
      unusable.length === rule.targets.length
        ? 'The next matching rule applies.'
        : 'The other accounts of the rule get these orders.';
    return [{ index, msg: `${unusable.join('; ')}. ${rest}` }];
  });
  const msg = fallbackWarning(rules, accounts);
  return msg === undefined ? ofRules : [...ofRules, { index: null, msg }];
}

function fallbackWarning(rules: BookingRules, accounts: readonly AccountRow[]): string | undefined {
  const wanted = accounts.find(({ id }) => id === rules.fallback);
  const reason = wanted && whyUnusable(wanted);
  if (rules.fallback !== null && !reason) return undefined;
  const { accountId } = fallbackAccount(rules, accounts);
  const account = accounts.find(({ id }) => id === accountId);
  if (reason) return `${reason}. ${account ? `${account.name} gets these orders.` : noneProposed}`;
  return account || !accounts.some((one) => whyUnusable(one) === undefined) ? undefined : noneProposed;
}

const noneProposed = 'No account is proposed for these orders, because there is no default account.';
