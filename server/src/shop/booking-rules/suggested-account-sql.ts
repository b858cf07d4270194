import type { BookingRule, BookingRules } from '@courierdesk/contract/booking-rules';
import { sql, type RawBuilder } from 'kysely';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { ruleKey, fallbackAccount } from './choose-account.ts';
import { whyUnusable } from './why-unusable.ts';

/** What the rules look at of an order, as SQL. */
type RuleColumns = {
  readonly id: RawBuilder<string>;
  readonly city: RawBuilder<string>;
  readonly isPrepaid: RawBuilder<boolean>;
  /** Null in another currency. */
  readonly totalPaisa: RawBuilder<number | null>;
  /** Grams. */
  readonly weight: RawBuilder<number>;
  readonly assigned: RawBuilder<string | null>;
};

/**
 * The id of the account that `accountChooser` would choose, or '', as SQL: a list is filtered by it without reading all
 * of its orders. `spellingsOf` gives the cities, as customers wrote them, that a rule means.
 */
export function suggestedAccountSql(
  rules: BookingRules,
  accounts: readonly AccountRow[],
  spellingsOf: (rule: BookingRule) => readonly string[],
  order: RuleColumns,
): RawBuilder<string> {
  const usable = new Set(accounts.filter((account) => whyUnusable(account) === undefined).map(({ id }) => id));
  const cases = rules.rules.flatMap((rule) => {
    const targets = rule.targets.filter((target) => usable.has(target.account_id));
    if (!rule.active || targets.length === 0) return [];
    return [sql`when ${conditionOf(rule, spellingsOf, order)} then ${shareOf(rule, targets, order)}`];
  });
  const assigned = sql`when ${order.assigned} = any(${[...usable]}::text[]) then ${order.assigned}`;
  const otherwise = fallbackAccount(rules, accounts).accountId;
  return sql<string>`case ${sql.join([assigned, ...cases], sql` `)} else ${otherwise}::text end`;
}

function conditionOf(
  rule: BookingRule,
  spellingsOf: (rule: BookingRule) => readonly string[],
  order: RuleColumns,
): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (rule.payment === 'cod') conditions.push(sql`not ${order.isPrepaid}`);
  if (rule.payment === 'prepaid') conditions.push(order.isPrepaid);
  if (rule.weight_from !== null) conditions.push(sql`${order.weight} >= ${rule.weight_from}`);
  if (rule.weight_to !== null) conditions.push(sql`${order.weight} <= ${rule.weight_to}`);
  if (rule.value_from !== null) conditions.push(sql`${order.totalPaisa} >= ${rule.value_from * 100}`);
  if (rule.value_to !== null) conditions.push(sql`${order.totalPaisa} <= ${rule.value_to * 100}`);
  if (rule.cities.length > 0) conditions.push(sql`${order.city} = any(${[...spellingsOf(rule)]}::text[])`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** The order's place among 2^32 falls to one of the targets, each as wide as its share. */
function shareOf(rule: BookingRule, targets: BookingRule['targets'], order: RuleColumns): RawBuilder<string> {
  const [only, ...others] = targets;
  if (only && others.length === 0) return sql<string>`${only.account_id}::text`;
  const whole = targets.reduce((sum, target) => sum + target.share, 0);
  const hash = sql`encode(sha256(convert_to(${`${ruleKey(rule)}:`} || ${order.id}, 'UTF8')), 'hex')`;
  const place = sql`('x' || left(${hash}, 8))::bit(32)::bigint * ${whole}`;
  let end = 0;
  const cases = targets.map((target) => {
    end += target.share;
    return sql`when ${place} < ${end * 2 ** 32}::bigint then ${target.account_id}::text`;
  });
  return sql<string>`case ${sql.join(cases, sql` `)} end`;
}
