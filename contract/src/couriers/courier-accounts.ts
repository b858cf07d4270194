import * as z from 'zod';
import { Company } from '../values/companies.ts';
import { courierFields, fieldProblem, requiredFields } from './courier-forms.ts';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams } from '../values/ids.ts';
import { Pagination, Paging } from '../http/paging.ts';
import { typedNumber } from '../values/typed-numbers.ts';
import { tooLong } from '../values/maximum-texts.ts';

const maxWeight = 50_000;
export const defaultWeight = 100;

/** How the last calls to the courier with this account went. */
export const AccountHealth = z.object({
  last_success_at: Instant.nullable(),
  last_error_at: Instant.nullable(),
  /** In words, empty when there was none since the last success. */
  last_error: z.string(),
  /** Since when the courier refuses the credentials, and its words. Null while it accepts them. */
  credentials_refused_at: Instant.nullable(),
  credentials_error: z.string(),
});

const Shown = z.string().optional();

/** Settings of couriers by the names under which they are entered. An account has those of its company. */
const ShownFields = z.object({
  username: Shown,
  account_no: Shown,
  address_code: Shown,
  tcs_account_id: Shown,
  client_id: Shown,
  cost_center_code: Shown,
  shipper_name: Shown,
  shipper_address: Shown,
  shipper_mobile: Shown,
  shipper_city: Shown,
});

/** A courier account as the browser sees it: settings, never secrets. */
export const CourierAccount = ShownFields.extend({
  _id: Id,
  id: Id,
  name: z.string(),
  company: Company,
  is_default: z.boolean(),
  /** True means inactive: hidden from the booking page. */
  in_active: z.boolean(),
  /** Inactive because a paid plan ended: the next plan may activate it. Absent in replies of version 0.2.0. */
  off_by_plan: z.boolean().optional(),
  /** Grams, used when the store has no weight for an order; 0 uses the shop's default weight. */
  weight: z.number().int(),
  /** Values of all non-secret fields of `courierFields[company]`. */
  fields: z.record(z.string(), z.string()),
  /** Names of the secret fields that have a stored value. */
  secrets_set: z.array(z.string()),
  /** Labels of fields without which this account cannot book. */
  missing_to_book: z.array(z.string()),
  health: AccountHealth,
  createdAt: Instant,
  /** Of what the form shows: sent back when it is saved. */
  revision: z.string(),
});
export type CourierAccount = z.infer<typeof CourierAccount>;

const weightRange = 'Weight must be a number from 0 to 50,000 grams';
const Weight = typedNumber('grams', weightRange).pipe(
  z
    .number()
    .int('Weight must be whole grams. Write kilograms like 1.5 kg')
    .min(0, weightRange)
    .max(maxWeight, weightRange),
);

const AccountName = z
  .string({ error: 'Account name is required' })
  .trim()
  .min(1, 'Account name is required')
  .max(30, tooLong('Account name', 30));

const everyField: Record<string, z.ZodOptional<z.ZodString>> = Object.fromEntries(
  Object.values(courierFields)
    .flat()
    .map((field) => [field.name, z.string().trim().max(4000).optional()]),
);

/** Body of a new account: company, account_name, weight and the company's own fields, flat. */
export const NewCourierAccount = z
  .object({
    company: z
      .union([Company, z.literal('')], { error: 'Company name is required' })
      .pipe(z.enum(Company.options, { error: 'Company name is required' })),
    account_name: AccountName,
    /** Left out: the shop's default weight. */
    weight: Weight.optional(),
    is_default: z.boolean().default(false),
    in_active: z.boolean().default(false),
    /** Saves even though the courier could not be reached to check the credentials. */
    save_anyway: z.boolean().default(false),
    ...everyField,
  })
  .superRefine((input, context) => {
    const values = fieldValues(input.company, input);
    for (const field of courierFields[input.company]) {
      const message = fieldProblem(field, values[field.name] ?? '');
      if (message) context.addIssue({ code: 'custom', path: [field.name], message });
    }
    for (const field of requiredFields(input.company, values)) {
      // Without a value, one with an initial value gets that one.
      if (!values[field.name] && !field.initial)
        context.addIssue({ code: 'custom', path: [field.name], message: `${field.label} is required` });
    }
  });
export type NewCourierAccount = z.output<typeof NewCourierAccount>;

/** The company's own fields out of a flat body. */
export function fieldValues(company: Company, body: Readonly<Record<string, unknown>>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of courierFields[company]) {
    const value = body[field.name];
    if (typeof value === 'string') values[field.name] = value;
  }
  return values;
}

export const EditedCourierAccount = z.object({
  id: Id,
  account_name: AccountName,
  weight: Weight.optional(),
  is_default: z.boolean().optional(),
  in_active: z.boolean().optional(),
  /** Of an account that is inactive because a paid plan ended: the next plan leaves it inactive. */
  off_by_plan: z.literal(false).optional(),
  save_anyway: z.boolean().default(false),
  /** Of the account that was edited: 409 `conflict` if someone else changed it since. Left out: saves anyway. */
  revision: z.string().max(64).optional(),
  ...everyField,
});
export type EditedCourierAccount = z.output<typeof EditedCourierAccount>;

const Choices = z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() })));

const accountErrors = [
  'courier-unauthorised',
  'courier-unavailable',
  'courier-rejected',
  'account-busy',
  'plan-limit',
  'conflict',
] as const;

export const getAccountsTable = endpoint({
  name: 'getAccountsTable',
  method: 'GET',
  path: '/get-accounts-table',
  summary: 'Courier accounts, a page at a time.',
  access: ['READ_ACCOUNTS'],
  query: Paging,
  reply: z.object({ accounts: z.array(CourierAccount), pagination: Pagination }),
});

/** An account as the booking page and filters need it. */
export const AccountChoice = z.object({
  _id: Id,
  id: Id,
  name: z.string(),
  company: Company,
  is_default: z.boolean(),
  in_active: z.boolean(),
  /** Inactive because a paid plan ended: the next plan may activate it. Absent in replies of version 0.2.0. */
  off_by_plan: z.boolean().optional(),
  weight: z.number().int(),
  missing_to_book: z.array(z.string()),
});
export type AccountChoice = z.infer<typeof AccountChoice>;

export const getAccounts = endpoint({
  name: 'getAccounts',
  method: 'GET',
  path: '/get-accounts',
  summary: 'All courier accounts, by name.',
  access: ['READ_ACCOUNTS', 'READ_ORDERS', 'BOOK_ORDERS', 'READ_SETTINGS'],
  reply: z.object({ accounts: z.array(AccountChoice) }),
});

export const getActiveAccounts = endpoint({
  name: 'getActiveAccounts',
  method: 'GET',
  path: '/get-active-accounts',
  summary: 'The courier accounts that can be booked with; the default one first.',
  access: ['BOOK_ORDERS'],
  reply: z.object({ accounts: z.array(AccountChoice) }),
});

export const createAccount = endpoint({
  name: 'createAccount',
  method: 'POST',
  path: '/create-account',
  summary: 'Adds a courier account after the courier accepted its credentials.',
  access: ['WRITE_ACCOUNTS'],
  body: NewCourierAccount,
  reply: z.object({ message: z.literal('Account has been created'), account: CourierAccount }),
  errors: accountErrors,
});

export const verifyAccount = endpoint({
  name: 'verifyAccount',
  method: 'POST',
  path: '/courier-accounts/verification',
  summary: 'Tries credentials at the courier without saving them, and offers what can be chosen with them.',
  access: ['WRITE_ACCOUNTS'],
  /** With `id`: blank secrets are taken from the stored account. */
  body: z.object({ id: Id.optional(), company: Company, ...everyField }),
  reply: z.object({ message: z.string(), choices: Choices }),
  errors: ['courier-unauthorised', 'courier-unavailable', 'courier-rejected', 'account-busy', 'not-found'],
});

export const getEditAccount = endpoint({
  name: 'getEditAccount',
  method: 'GET',
  path: '/get-edit-account/:id',
  summary: 'One courier account, for its edit form.',
  access: ['READ_ACCOUNTS', 'WRITE_ACCOUNTS'],
  params: IdParams,
  reply: z.object({ account: CourierAccount }),
  errors: ['not-found'],
});

export const updateAccount = endpoint({
  name: 'updateAccount',
  method: 'PUT',
  path: '/update-account',
  summary: 'Changes a courier account. A blank secret keeps the stored one.',
  access: ['WRITE_ACCOUNTS'],
  body: EditedCourierAccount,
  reply: z.object({ message: z.literal('Account updated'), account: CourierAccount }),
  errors: [...accountErrors, 'not-found'],
});

/** One city of a courier: `id` is what booking sends. */
export const City = z.object({ id: z.string(), name: z.string() });

export const getCities = endpoint({
  name: 'getCities',
  method: 'GET',
  path: '/get-cities/:id',
  summary: "Cities of a courier account; with `spelling`, also how a customer's spelling matches them.",
  access: ['BOOK_ORDERS'],
  params: IdParams,
  query: z.object({ spelling: z.string().max(200).optional() }),
  reply: z.object({
    cities: z.array(City),
    /** Best first; certainty from 0 to 1. */
    matches: z.array(z.object({ id: z.string(), name: z.string(), certainty: z.number() })),
    /** Preselected: a match that leaves no doubt. */
    certain: City.nullable(),
    /** What a person of this shop chose for this spelling before, if the courier's list alone is not certain. */
    remembered: City.nullable(),
  }),
  errors: ['not-found', 'city-fetching-failed'],
});

export const getTcsCities = endpoint({
  name: 'getTcsCities',
  method: 'GET',
  path: '/get-tcs-cities',
  summary: "TCS cities, for the shipper's city; from any TCS account of the shop, else the list kept with the product.",
  access: ['WRITE_ACCOUNTS', 'READ_ACCOUNTS', 'BOOK_ORDERS'],
  reply: z.object({ cities: z.array(City) }),
});
