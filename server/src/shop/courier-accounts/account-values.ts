import { companyName, type Company } from '@courierdesk/contract/companies';
import { courierFields, fieldProblem, requiredFields, type CourierField } from '@courierdesk/contract/courier-forms';
import type { CourierChoices } from '../../adapters/couriers/courier.ts';
import { AppError } from '../../base/errors.ts';

/** All of a company's fields by name, secrets included; empty where nothing is filled in. */
export type AccountValues = Readonly<Record<string, string>>;

/** The given values, with the courier's default values for missing ones. */
export function withInitialValues(company: Company, given: AccountValues): AccountValues {
  return Object.fromEntries(
    courierFields[company].map((field) => [field.name, given[field.name] || field.initial || '']),
  );
}

/** Where the courier offers one value only, it is filled in. */
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

/** Every required value is present, and every value changed since `before` is valid for the courier. */
export function refuseIncomplete(company: Company, values: AccountValues, before: AccountValues = {}): void {
  refuseMissing(requiredFields(company, values), values);
  for (const field of courierFields[company]) {
    const value = values[field.name] ?? '';
    const problem = value === (before[field.name] ?? '') ? undefined : fieldProblem(field, value);
    if (problem) throw new AppError('invalid-input', problem, { field: field.name });
  }
}

const maxNamesShown = 5;

/** A value that the courier does not offer to this account would fail every booking. An empty list allows any value. */
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

/** Only the fields needed to sign in at the courier. The rest of the form may be empty. */
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

/** Separates secrets from values that may be shown. Empty secrets are dropped. */
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
