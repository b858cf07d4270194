import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, Revision } from '../values/ids.ts';
import { typedNumber, type NumberUnit } from '../values/typed-numbers.ts';
import { tooHigh, tooLong, tooMany, tooManyRupees } from '../values/maximum-texts.ts';

export const maxBookingRules = 50;
const maxRuleCities = 200;
export const maxRuleTargets = 10;

const amount = (label: string, unit: NumberUnit, limit: { max: number; tooMuch: string }, whole: string) =>
  typedNumber(unit, `${label} must be a number`)
    .pipe(
      z.number().int(`${label} must be ${whole}`).min(0, `${label} cannot be negative`).max(limit.max, limit.tooMuch),
    )
    .nullable()
    .default(null);

const maxWeight = { max: 50_000, tooMuch: tooHigh('Weight', 50_000, 'grams') };
const maxValue = { max: 10_000_000, tooMuch: tooManyRupees('Value', 10_000_000) };
const weight = () => amount('Weight', 'grams', maxWeight, 'whole grams. Write kilograms like 1.5 kg');
const value = () => amount('Value', 'whole rupees', maxValue, 'whole rupees');

/** An account and how many of a hundred orders it gets. */
export const RuleTarget = z.object({
  account_id: Id.or(z.literal('')).pipe(z.string().min(1, 'Choose a courier account')),
  share: typedNumber('percent', 'Share is required').pipe(
    z
      .number()
      .int('Share must be a whole number of percent')
      .min(1, 'Share must be at least 1 %')
      .max(100, tooHigh('Share', 100, '%')),
  ),
});
export type RuleTarget = z.infer<typeof RuleTarget>;

const name = z.string().trim().min(1, 'Give the rule a name').max(60, tooLong('Rule name', 60));

/** Picks the courier account of an order that meets all its conditions. The first rule that does wins. */
export const BookingRule = z
  .object({
    /** Left out for a new rule. */
    id: Id.optional(),
    name,
    /** False: the rule is skipped. */
    active: z.boolean().default(true),
    /** Any of these, in any spelling that is known; none given means every city. */
    cities: z
      .array(z.string().trim().min(1, 'City: empty').max(100, tooLong('City', 100)))
      .max(maxRuleCities, tooMany(maxRuleCities, 'cities per rule'))
      .default([]),
    payment: z.enum(['any', 'cod', 'prepaid']).default('any'),
    /** Grams, both ends included; null is open. */
    weight_from: weight(),
    weight_to: weight(),
    /** Total of the order in whole rupees, both ends included; null is open. */
    value_from: value(),
    value_to: value(),
    targets: z
      .array(RuleTarget)
      .min(1, 'Choose at least one courier account')
      .max(maxRuleTargets, tooMany(maxRuleTargets, 'accounts per rule')),
  })
  .superRefine((rule, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (rule.targets.reduce((sum, target) => sum + target.share, 0) !== 100)
      wrong('targets', 'The shares must add up to 100 %');
    if (new Set(rule.targets.map((target) => target.account_id)).size < rule.targets.length)
      wrong('targets', 'An account can be in a rule only once');
    if (rule.weight_from !== null && rule.weight_to !== null && rule.weight_from > rule.weight_to)
      wrong('weight_to', 'Weight: the end lies before the beginning');
    if (rule.value_from !== null && rule.value_to !== null && rule.value_from > rule.value_to)
      wrong('value_to', 'Value: the end lies before the beginning');
  });
export type BookingRule = z.output<typeof BookingRule>;

export const BookingRules = z.object({
  /** In order: the first rule that matches an order decides. */
  rules: z.array(BookingRule).max(maxBookingRules, tooMany(maxBookingRules, 'rules')),
  /** The account for orders that match no rule. Null: the shop's default account or, without one, its only account. */
  fallback: Id.nullable(),
  /** Increases with each save. Sent back with a save, so that two people do not overwrite each other. */
  revision: Revision,
});
export type BookingRules = z.output<typeof BookingRules>;

/** Why a rule or the fallback does not work now. `index` is the position of the rule; null for the fallback. */
export const RuleWarning = z.object({ index: z.number().int().nullable(), msg: z.string() });

const reply = z.object({ data: BookingRules, warnings: z.array(RuleWarning) });

export const getBookingRules = endpoint({
  name: 'getBookingRules',
  method: 'GET',
  path: '/booking-rules',
  summary: "The shop's rules that pick the courier account of an order, first to last, and the fallback.",
  access: ['READ_SETTINGS', 'BOOK_ORDERS'],
  reply,
});

export const saveBookingRules = endpoint({
  name: 'saveBookingRules',
  method: 'PUT',
  path: '/booking-rules',
  summary:
    'Replaces all rules. `revision` is the one that was read: 409 when someone saved in between. Errors name the field as `rules.0.targets`.',
  access: ['WRITE_SETTINGS'],
  body: BookingRules,
  bodyLimit: 1024 * 1024,
  reply: reply.extend({ message: z.literal('Courier rules saved') }),
  errors: ['conflict', 'not-found'],
});
