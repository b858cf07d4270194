import type { Company } from '@courierdesk/contract/companies';
import { EditedCourierAccount, NewCourierAccount, type CourierAccount } from '@courierdesk/contract/courier-accounts';
import { courierFields, fieldProblem, requiredFields, type CourierField } from '@courierdesk/contract/courier-forms';
import type { FormProblem } from '../../ui/forms/use-schema-form.ts';

export type AccountValues = {
  company: Company | '';
  account_name: string;
  /** As typed. */
  weight: string;
  is_default: boolean;
  in_active: boolean;
  [field: string]: string | boolean;
};

/** The secret fields of all couriers. */
export const secretFields: readonly string[] = Object.values(courierFields)
  .flat()
  .filter(({ secret }) => secret)
  .map(({ name }) => name);

/** With the fields of all couriers. */
export const emptyValues = (weight: string): AccountValues => ({
  ...Object.fromEntries(
    Object.values(courierFields)
      .flat()
      .map((field) => [field.name, field.initial ?? '']),
  ),
  company: '',
  account_name: '',
  weight,
  is_default: false,
  in_active: false,
});

/** The values for another courier: its fields as they were in `earlier`, where those of the courier so far are kept. */
export function valuesForCourier(
  values: AccountValues,
  chosen: Company,
  earlier: Map<Company, AccountValues>,
): AccountValues {
  if (values.company) earlier.set(values.company, values);
  const own = courierFields[chosen].map(({ name, initial }) => [name, earlier.get(chosen)?.[name] ?? initial ?? '']);
  return { ...values, ...Object.fromEntries(own), company: chosen };
}

export const valuesOf = (account: CourierAccount): AccountValues => ({
  ...Object.fromEntries(
    courierFields[account.company].map((field) => [field.name, account.fields[field.name] ?? field.initial ?? '']),
  ),
  company: account.company,
  account_name: account.name,
  weight: String(account.weight),
  is_default: account.is_default,
  in_active: account.in_active,
});

/** The filled-in values of these fields. */
export function textsOf(fields: readonly CourierField[], values: AccountValues): Record<string, string> {
  const filled = fields.map((field) => [field.name, String(values[field.name] ?? '').trim()]);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

export function newAccountBody(values: AccountValues) {
  const { company, account_name, weight, is_default, in_active } = values;
  return {
    ...(company ? textsOf(courierFields[company], values) : {}),
    company,
    account_name,
    weight,
    is_default,
    in_active,
  };
}

export function editedAccountBody(account: CourierAccount, values: AccountValues) {
  const fields = courierFields[account.company].filter((field) => field.editable);
  const cleared = fields.filter((field) => !field.secret && !values[field.name]);
  return {
    ...textsOf(fields, values),
    ...Object.fromEntries(cleared.map((field) => [field.name, ''])),
    id: account.id,
    account_name: values.account_name,
    // Without a weight, orders have the shop's default.
    weight: values.weight.trim() || '0',
    is_default: values.is_default,
    in_active: values.in_active,
  };
}

export function newAccountProblems(values: AccountValues): FormProblem[] {
  const problems = issues(NewCourierAccount.safeParse(newAccountBody(values)));
  return values.company
    ? withMissing(problems, values.company, textsOf(courierFields[values.company], values))
    : problems;
}

/** A stored secret may stay blank. */
export function editedAccountProblems(account: CourierAccount, values: AccountValues): FormProblem[] {
  const stored = Object.fromEntries(account.secrets_set.map((name) => [name, 'stored']));
  const fields = courierFields[account.company];
  const texts = textsOf(fields, values);
  const changed = fields.filter((field) => texts[field.name] !== account.fields[field.name]);
  const wrong = changed.flatMap((field): FormProblem[] => {
    const message = fieldProblem(field, texts[field.name] ?? '');
    return message ? [{ field: field.name, message }] : [];
  });
  const problems = [...issues(EditedCourierAccount.safeParse(editedAccountBody(account, values))), ...wrong];
  return withMissing(problems, account.company, { ...stored, ...texts });
}

/** Whether the field is part of the credentials: secret, not editable or identifying, and not found by a look-up. */
export const isCredential = (field: CourierField): boolean =>
  field.choices === undefined && (field.secret || !field.editable || field.identifies === true);

function withMissing(problems: FormProblem[], company: Company, texts: Record<string, string>): FormProblem[] {
  const named = new Set(problems.map((problem) => problem.field));
  const missing = requiredFields(company, texts).filter((field) => !texts[field.name] && !named.has(field.name));
  return [...problems, ...missing.map((field) => ({ field: field.name, message: `${field.label} is required` }))];
}

const issues = (result: {
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
}): FormProblem[] =>
  (result.error?.issues ?? []).map((issue) => ({ field: String(issue.path[0] ?? ''), message: issue.message }));
