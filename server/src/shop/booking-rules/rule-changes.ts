import type { AuditChange, AuditChanges } from '@courierdesk/contract/audit-actions';
import type { BookingRule, BookingRules } from '@courierdesk/contract/booking-rules';

/** The rules that differ, each in a line before and after, for the activity log. By their places: names may repeat. */
export function ruleChanges(
  before: BookingRules,
  after: BookingRules,
  accountNames: ReadonlyMap<string, string>,
): AuditChanges {
  const accountName = (id: string): string => accountNames.get(id) ?? 'a deleted account';
  const lines = ({ rules }: BookingRules): string[] => rules.map((rule) => describeRule(rule, accountName));
  const [was, is] = [lines(before), lines(after)];
  const changed: [string, AuditChange][] = Array.from(
    { length: Math.max(was.length, is.length) },
    (_, index): [string, AuditChange] => [`rule ${index + 1}`, { before: was[index] ?? '', after: is[index] ?? '' }],
  ).filter(([, change]) => change.before !== change.after);
  if (before.fallback !== after.fallback)
    changed.push([
      'otherwise use',
      {
        before: before.fallback === null ? '' : accountName(before.fallback),
        after: after.fallback === null ? '' : accountName(after.fallback),
      },
    ]);
  return Object.fromEntries(changed);
}

function describeRule(rule: BookingRule, accountName: (id: string) => string): string {
  const conditions = [
    ...rule.cities,
    rule.payment === 'any' ? '' : rule.payment,
    range(rule.weight_from, rule.weight_to, 'g'),
    range(rule.value_from, rule.value_to, 'rupees'),
  ].filter(Boolean);
  const targets = rule.targets.map((target) => `${accountName(target.account_id)} ${target.share} %`);
  return `${rule.name}: ${rule.active ? '' : 'off, '}${conditions.join(', ') || 'every order'} → ${targets.join(', ')}`;
}

function range(from: number | null, to: number | null, unit: string): string {
  if (from === null && to === null) return '';
  if (from === null) return `up to ${to} ${unit}`;
  return to === null ? `from ${from} ${unit}` : `${from} to ${to} ${unit}`;
}
