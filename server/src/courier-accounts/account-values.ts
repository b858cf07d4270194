import { companyName, type Company } from '@courierdesk/contract/companies';
import { courierFields, fieldProblem, requiredFields, type CourierField } from '@courierdesk/contract/courier-forms';
import type { CourierChoices } from '../couriers/courier.ts';
import { AppError } from '../errors.ts';

/** All of a company's fields by name, secrets included; empty where nothing is filled in. */
export type AccountValues = Readonly<Record<string, string>>;

/** What was given, with the company's usual values where nothing was. */
export function withInitialValues(company: Company, given: AccountValues): AccountValues {
  return Object.fromEntries(
    courierFields[company].map((field) => [field.name, given[field.name] || field.initial || '']),
  );
}

/** The only one of several is chosen without asking. */
export function withOnlyChoices(company: Company, values: AccountValues, choices: CourierChoices): AccountValues {
  const filled = { ...values };
  for (const field of courierFields[company]) {
    const [only, ...others] = choices[field.name] ?? [];
    if (only && others.length === 0 && !filled[field.name]) filled[field.name] = only.value;
  }
  return filled;
}

/** The stored values with what an edit changes: a blank secret keeps the stored one. */
export function editedValues(company: Company, stored: AccountValues, given: AccountValues): AccountValues {
  const edited: Record<string, string> = {};
  for (const field of courierFields[company]) {
    const before = stored[field.name] ?? '';
    const wish = given[field.name];
    const isKept = wish === undefined || wish === before || (field.secret && wish === '');
    if (!isKept && !field.editable)
      throw new AppError('invalid-input', `${field.label} cannot be changed later. Create a new account for it.`, {
        field: field.name,
      });
    edited[field.name] = isKept ? before : wish;
  }
  return edited;
}

export function changedFields(company: Company, before: AccountValues, after: AccountValues): string[] {
  return courierFields[company]
    .map((field) => field.name)
    .filter((name) => (before[name] ?? '') !== (after[name] ?? ''));
}

/** Every required value is there, and what is new since `before` is as the courier takes it. */
export function refuseIncomplete(company: Company, values: AccountValues, before: AccountValues = {}): void {
  refuseMissing(requiredFields(company, values), values);
  for (const field of courierFields[company]) {
    const value = values[field.name] ?? '';
    const problem = value === (before[field.name] ?? '') ? undefined : fieldProblem(field, value);
    if (problem) throw new AppError('invalid-input', problem, { field: field.name });
  }
}

const maxNamesShown = 5;

/** A value that the courier does not offer to this account fails every booking. An empty list says nothing. */
export function refuseUnoffered(company: Company, values: AccountValues, choices: CourierChoices): void {
  for (const { name, label } of courierFields[company]) {
    const offered = (choices[name] ?? []).map((choice) => choice.value);
    const value = values[name] ?? '';
    if (value === '' || offered.length === 0 || offered.includes(value)) continue;
    const more = offered.length > maxNamesShown ? `, and ${offered.length - maxNamesShown} more` : '';
    throw new AppError(
      'invalid-input',
      `${label}: ${companyName[company]} has no ${value} for this account. Choose from ${offered.slice(0, maxNamesShown).join(', ')}${more}.`,
      { field: name },
    );
  }
}

/** Enough to sign in at the courier, though the rest of the form may still be empty. */
export function refuseWithoutCredentials(company: Company, values: AccountValues): void {
  const credentials = requiredFields(company, values).filter(
    (field) => (field.secret || !field.editable) && field.choices !== 'lookup',
  );
  refuseMissing(credentials, values);
}

function refuseMissing(fields: readonly CourierField[], values: AccountValues): void {
  const missing = fields.find((field) => !values[field.name]);
  if (missing) throw new AppError('invalid-input', `${missing.label} is required`, { field: missing.name });
}

/** Secrets apart from what may be shown; empty secrets are not kept. */
export function splitValues(
  company: Company,
  values: AccountValues,
): { fields: Record<string, string>; secrets: Record<string, string> } {
  const fields: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const field of courierFields[company]) {
    const value = values[field.name] ?? '';
    if (!field.secret) fields[field.name] = value;
    else if (value) secrets[field.name] = value;
  }
  return { fields, secrets };
}
