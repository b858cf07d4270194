import { BookingRules } from '@courierdesk/contract/booking-rules';
import { expect, it } from 'vitest';
import {
  addProblem,
  bodyOf,
  moveItem,
  newRule,
  problemsOf,
  ruleText,
  valuesOf,
  type RuleValues,
} from './rule-values.ts';

const account = 'a'.repeat(24);
const other = 'b'.repeat(24);
const names = (id: string): string => (id === account ? 'Leopards Lahore' : 'PostEx main');
const rule = (change: Partial<RuleValues> = {}): RuleValues => ({
  ...newRule('k', account),
  name: 'Lahore',
  ...change,
});

it('courier rules say in words what they do', () => {
  expect(ruleText(rule(), names)).toBe('Orders to any city: Leopards Lahore.');
  expect(
    ruleText(
      rule({
        payment: 'cod',
        cities: ['Lahore', 'Karachi'],
        weight_from: '1 kg',
        value_to: '5,000',
        targets: [
          { account_id: account, share: '60' },
          { account_id: other, share: '40 %' },
        ],
      }),
      names,
    ),
  ).toBe('COD orders to Lahore or Karachi, from 1,000 g, up to Rs 5,000: 60 % Leopards Lahore, 40 % PostEx main.');
  expect(ruleText(rule({ cities: ['A', 'B', 'C', 'D', 'E'] }), names)).toContain('to A, B, C or 2 other cities');
});

it('courier rules are sent with open ends as nothing, and come back as they were', () => {
  const values = { rules: [rule({ weight_to: '500' })], fallback: '' };
  const saved = BookingRules.parse(bodyOf(values, 4));
  expect(saved).toMatchObject({ fallback: null, revision: 4, rules: [{ weight_from: null, weight_to: 500 }] });
  expect(valuesOf(saved).rules[0]).toMatchObject({ weight_from: '', weight_to: '500', name: 'Lahore' });
});

it('courier rules keep a number as it was typed, and say what is wrong with it beside its field', () => {
  const targets = [{ account_id: account, share: '50.5' }];
  const problems = problemsOf({ rules: [rule({ weight_from: '1.5', value_to: '-20', targets })], fallback: '' });
  expect(problems.get(0)).toEqual([
    { field: 'weight_from', message: 'Weight must be whole grams. Write kilograms like 1.5 kg' },
    { field: 'value_to', message: 'Value cannot be negative' },
    { field: 'share-0', message: 'Share must be a whole number of percent' },
  ]);
});

it('courier rules name what has to be put right, once a field', () => {
  const targets = [
    { account_id: account, share: '60' },
    { account_id: account, share: '30' },
  ];
  expect(problemsOf({ rules: [rule(), rule({ name: '', targets })], fallback: '' })).toEqual(
    new Map([
      [
        1,
        [
          { field: 'name', message: 'Give the rule a name' },
          { field: 'targets', message: 'The shares must add up to 100 %' },
        ],
      ],
    ]),
  );
  expect(problemsOf({ rules: [rule({ weight_from: 'heavy' })], fallback: '' }).get(0)?.[0]?.field).toBe('weight_from');
  expect(addProblem(new Map(), 'fallback', 'x')).toBe(false);
});

it('courier rules can change places', () => {
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});
