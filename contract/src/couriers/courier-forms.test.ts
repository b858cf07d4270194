import { expect, test } from 'vitest';
import { companies, type Company } from '../values/companies.ts';
import { courierFields, fieldProblem } from './courier-forms.ts';

/** Required fields with their maximum of characters, and whether they can be changed later. */
const forms: Record<Company, Record<string, [max: number, editable: boolean]>> = {
  LEOPARD: { api_key: [500, false], api_password: [100, true] },
  MNP: { username: [100, false], account_no: [50, false], api_password: [100, true] },
  POSTEX: { token: [500, true], address_code: [50, true] },
  TCS: {
    username: [100, false],
    api_password: [100, true],
    tcs_account_id: [100, false],
    client_id: [500, false],
    client_secret: [100, true],
    cost_center_code: [100, true],
    environment: [10, true],
    shipper_name: [100, true],
    shipper_address: [100, true],
    shipper_mobile: [100, true],
    shipper_city: [100, true],
  },
};

test.each(companies)('the account form of %s needs these fields, each with its maximum', (company) => {
  const required = courierFields[company].filter((field) => field.required);
  expect(Object.fromEntries(required.map(({ name, max, editable }) => [name, [max, editable]]))).toEqual(
    forms[company],
  );
  for (const field of required)
    expect(fieldProblem(field, 'x'.repeat(field.max + 1))).toBe(`${field.label}: maximum ${field.max} characters`);
});
