import { BookingRules, type BookingRule } from '@courierdesk/contract/booking-rules';
import { formatRupees } from '@courierdesk/contract/money';

/** A rule as it is typed; an open end is an empty text. */
export type RuleValues = {
  /** Of the card on screen; a rule without an id is new. */
  key: string;
  id?: string | undefined;
  name: string;
  active: boolean;
  cities: string[];
  payment: BookingRule['payment'];
  weight_from: number | string;
  weight_to: number | string;
  value_from: number | string;
  value_to: number | string;
  targets: { account_id: string; share: number | string }[];
};

export type RulesValues = { rules: RuleValues[]; fallback: string };

export type RuleProblem = { field: string; message: string };

export const valuesOf = ({ rules, fallback }: BookingRules): RulesValues => ({
  rules: rules.map((rule, index) => ({
    ...rule,
    key: rule.id ?? `rule-${index}`,
    weight_from: rule.weight_from ?? '',
    weight_to: rule.weight_to ?? '',
    value_from: rule.value_from ?? '',
    value_to: rule.value_to ?? '',
  })),
  fallback: fallback ?? '',
});

export const newRule = (key: string, accountId: string): RuleValues => ({
  key,
  name: '',
  active: true,
  cities: [],
  payment: 'any',
  weight_from: '',
  weight_to: '',
  value_from: '',
  value_to: '',
  targets: [{ account_id: accountId, share: 100 }],
});

/** As the server takes them; what is no number goes as it is, and is named. */
export const bodyOf = ({ rules, fallback }: RulesValues, revision: number) => ({
  rules: rules.map(({ key: _key, ...rule }) => ({
    ...rule,
    weight_from: end(rule.weight_from),
    weight_to: end(rule.weight_to),
    value_from: end(rule.value_from),
    value_to: end(rule.value_to),
    targets: rule.targets.map((target) => ({ ...target, share: Number(target.share) })),
  })),
  fallback: fallback || null,
  revision,
});

const end = (value: number | string): number | null => (value === '' ? null : Number(value));

/** What has to be put right, by rule. */
export function problemsOf(values: RulesValues): Map<number, RuleProblem[]> {
  const problems = new Map<number, RuleProblem[]>();
  for (const { path, message } of BookingRules.safeParse(bodyOf(values, 0)).error?.issues ?? [])
    addProblem(problems, path.join('.'), message);
  return problems;
}

/** `path`: as `rules.0.targets.1.share`. */
export function addProblem(problems: Map<number, RuleProblem[]>, path: string, message: string): boolean {
  const [, index, field] = /^rules\.(\d+)\.(\w+)/.exec(path) ?? [];
  if (!field) return false;
  const known = problems.get(Number(index)) ?? [];
  if (!known.some((problem) => problem.field === field)) known.push({ field, message });
  problems.set(Number(index), known);
  return true;
}

/** What a rule does, as one says it: `COD orders to Lahore or Karachi, from 1,000 g: Leopards Lahore.` */
export function ruleWords(rule: RuleValues, accountName: (id: string) => string): string {
  const paid = { any: 'Orders', cod: 'COD orders', prepaid: 'Paid orders' }[rule.payment];
  const where = rule.cities.length > 0 ? ` to ${either(rule.cities)}` : ' to any city';
  const conditions = [
    range(rule.weight_from, rule.weight_to, (value) => `${value.toLocaleString('en-US')} g`),
    range(rule.value_from, rule.value_to, formatRupees),
  ].filter(Boolean);
  const whom = rule.targets
    .filter((target) => target.account_id)
    .map(({ account_id: id, share }) => (rule.targets.length > 1 ? `${share} % ${accountName(id)}` : accountName(id)));
  const subject = [paid + where, ...conditions].join(', ');
  return `${subject}: ${whom.length > 0 ? whom.join(', ') : 'no account chosen yet'}.`;
}

const shownCities = 3;

function either(names: readonly string[]): string {
  if (names.length > shownCities + 1)
    return `${names.slice(0, shownCities).join(', ')} or ${names.length - shownCities} other cities`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? '');
}

function range(from: number | string, to: number | string, write: (value: number) => string): string {
  if (from !== '' && to !== '') return `${write(Number(from))} to ${write(Number(to))}`;
  if (from !== '') return `from ${write(Number(from))}`;
  return to !== '' ? `up to ${write(Number(to))}` : '';
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}
