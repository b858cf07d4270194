import { BookingRules, type BookingRule } from '@courierdesk/contract/booking-rules';
import { formatRupees } from '@courierdesk/contract/money';
import { numberIn, type NumberUnit } from '@courierdesk/contract/typed-numbers';
import { formatCount } from '@courierdesk/contract/count-text';

/** A rule as typed: numbers are texts, open ends are empty. */
export type RuleValues = {
  /** Key of the card. A rule without an id is new. */
  key: string;
  id?: string | undefined;
  name: string;
  active: boolean;
  cities: string[];
  payment: BookingRule['payment'];
  weight_from: string;
  weight_to: string;
  value_from: string;
  value_to: string;
  targets: { account_id: string; share: string }[];
};

export type RulesValues = { rules: RuleValues[]; fallback: string };

export type RuleProblem = { field: string; message: string };

export const valuesOf = ({ rules, fallback }: BookingRules): RulesValues => ({
  rules: rules.map((rule, index) => ({
    ...rule,
    key: rule.id ?? `rule-${index}`,
    weight_from: endText(rule.weight_from),
    weight_to: endText(rule.weight_to),
    value_from: endText(rule.value_from),
    value_to: endText(rule.value_to),
    targets: rule.targets.map((target) => ({ ...target, share: String(target.share) })),
  })),
  fallback: fallback ?? '',
});

const endText = (end: number | null): string => (end === null ? '' : String(end));

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
  targets: [{ account_id: accountId, share: '100' }],
});

/** An example for a shop without rules. */
export const exampleRule = { name: 'High COD', payment: 'cod', value_from: '20000' } satisfies Partial<RuleValues>;

/** The saved rules, with what was changed since these were submitted. A card keeps its key, and with it the focus. */
export const withSaved = (now: RulesValues, submitted: RulesValues, saved: RulesValues): RulesValues => ({
  rules: now.rules.map((rule) => {
    const index = submitted.rules.findIndex(({ key }) => key === rule.key);
    const stored = saved.rules[index];
    if (!stored) return rule;
    return rule === submitted.rules[index] ? { ...stored, key: rule.key } : { ...rule, id: stored.id };
  }),
  fallback: now.fallback === submitted.fallback ? saved.fallback : now.fallback,
});

/** The request body: numbers as typed, open ends as null. */
export const bodyOf = ({ rules, fallback }: RulesValues, revision: number) => ({
  rules: rules.map(({ key: _key, ...rule }) => ({
    ...rule,
    weight_from: rule.weight_from.trim() || null,
    weight_to: rule.weight_to.trim() || null,
    value_from: rule.value_from.trim() || null,
    value_to: rule.value_to.trim() || null,
  })),
  fallback: fallback || null,
  revision,
});

/** Problems by rule. */
export function problemsOf(values: RulesValues): Map<number, RuleProblem[]> {
  const problems = new Map<number, RuleProblem[]>();
  for (const { path, message } of BookingRules.safeParse(bodyOf(values, 0)).error?.issues ?? [])
    addProblem(problems, path.join('.'), message);
  return problems;
}

/** Name of the field with an account's share. */
export const shareField = (index: number): string => `share-${index}`;

/** `path` is like `rules.0.targets.1.share`. */
export function addProblem(problems: Map<number, RuleProblem[]>, path: string, message: string): boolean {
  const [, index, name, share] = /^rules\.(\d+)\.(\w+)(?:\.(\d+)\.share$)?/.exec(path) ?? [];
  if (!name) return false;
  const field = share === undefined ? name : shareField(Number(share));
  const known = problems.get(Number(index)) ?? [];
  if (!known.some((problem) => problem.field === field)) known.push({ field, message });
  problems.set(Number(index), known);
  return true;
}

/** A rule as a sentence: `COD orders to Lahore or Karachi, from 1,000 g: Leopards Lahore.` */
export function ruleText(rule: RuleValues, accountName: (id: string) => string): string {
  const paid = { any: 'Orders', cod: 'COD orders', prepaid: 'Paid orders' }[rule.payment];
  const where = rule.cities.length > 0 ? ` to ${either(rule.cities)}` : ' to any city';
  const conditions = [
    range('grams', rule.weight_from, rule.weight_to, (value) => `${formatCount(value)} g`),
    range('whole rupees', rule.value_from, rule.value_to, formatRupees),
  ].filter(Boolean);
  const whom = rule.targets
    .filter((target) => target.account_id)
    .map(({ account_id: id, share }) =>
      rule.targets.length > 1 ? `${numberIn(share, 'percent') ?? share} % ${accountName(id)}` : accountName(id),
    );
  const subject = [paid + where, ...conditions].join(', ');
  return `${subject}: ${whom.length > 0 ? whom.join(', ') : 'no account chosen yet'}.`;
}

const shownCities = 3;

function either(names: readonly string[]): string {
  if (names.length > shownCities + 1)
    return `${names.slice(0, shownCities).join(', ')} or ${names.length - shownCities} other cities`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? '');
}

function range(unit: NumberUnit, from: string, to: string, write: (value: number) => string): string {
  const written = (text: string): string => {
    const value = numberIn(text, unit);
    return value === undefined ? text.trim() : write(value);
  };
  const [start, end] = [written(from), written(to)];
  if (start && end) return `${start} to ${end}`;
  if (start) return `from ${start}`;
  return end ? `up to ${end}` : '';
}

/** Undefined while a share is not a number. */
export function sumOfShares(targets: RuleValues['targets']): number | undefined {
  const shares = targets.map(({ share }) => numberIn(share, 'percent'));
  return shares.reduce<number | undefined>(
    (sum, share) => (sum === undefined || share === undefined ? undefined : sum + share),
    0,
  );
}

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}
