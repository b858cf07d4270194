import type { Company } from '@courierdesk/contract/companies';
import type { CourierAccount } from '@courierdesk/contract/courier-accounts';
import { courierFields } from '@courierdesk/contract/courier-forms';
import { expect, it } from 'vitest';
import {
  editedAccountBody,
  editedAccountProblems,
  emptyValues,
  isCredential,
  newAccountBody,
  newAccountProblems,
  valuesForCourier,
  valuesOf,
  type AccountValues,
} from './account-form-values.ts';

const filled = (values: Partial<AccountValues>): AccountValues => ({
  ...emptyValues('100'),
  account_name: 'Main',
  ...values,
});

const account = (company: CourierAccount['company'], rest: Partial<CourierAccount> = {}): CourierAccount => ({
  _id: '0'.repeat(24),
  id: '0'.repeat(24),
  name: 'Main',
  company,
  is_default: false,
  in_active: false,
  weight: 500,
  fields: {},
  secrets_set: [],
  missing_to_book: [],
  health: {
    last_success_at: null,
    last_error_at: null,
    last_error: '',
    credentials_refused_at: null,
    credentials_error: '',
  },
  createdAt: '2026-03-05T10:04:00.000Z',
  revision: '1',
  ...rest,
});

const tcs = {
  username: 'u',
  tcs_account_id: '04011K1',
  cost_center_code: '001',
  shipper_name: 's',
  shipper_address: 'x',
  shipper_mobile: '03001234567',
  shipper_city: 'LHE',
};

const messages = (problems: { message: string }[]): string[] => problems.map((problem) => problem.message);

it('a new courier account needs a courier before anything else', () => {
  expect(messages(newAccountProblems(filled({})))).toEqual(['Company name is required']);
});

it('a new courier account names every missing field at once', () => {
  expect(messages(newAccountProblems(filled({ company: 'MNP', account_name: '' })))).toEqual([
    'Account name is required',
    'Username is required',
    'Account number is required',
    'API password is required',
  ]);
});

it('a new courier account sends the fields of its courier only', () => {
  const body = newAccountBody(filled({ company: 'POSTEX', token: 't', address_code: '001', api_key: 'left over' }));
  expect(body).toMatchObject({ company: 'POSTEX', token: 't', address_code: '001' });
  expect(body).not.toHaveProperty('api_key');
});

it('a new courier account sends a courier only what was typed for it, also after switching couriers', () => {
  const first = filled({ company: 'LEOPARD', api_key: 'key', api_password: 'Leopards password' });
  const earlier = new Map<Company, AccountValues>();
  const second = { ...valuesForCourier(first, 'MNP', earlier), username: 'M&P user' };
  expect(newAccountBody(second)).toMatchObject({ company: 'MNP', username: 'M&P user', insert_type: '19' });
  expect(newAccountBody(second)).not.toHaveProperty('api_password');
  const third = valuesForCourier(second, 'TCS', earlier);
  expect(newAccountBody(third)).not.toHaveProperty('username');
  expect(newAccountBody(third)).not.toHaveProperty('api_password');
  expect(newAccountBody(valuesForCourier(third, 'LEOPARD', earlier))).toEqual(newAccountBody(first));
  expect(newAccountBody(valuesForCourier(third, 'MNP', earlier))).toEqual(newAccountBody(second));
});

it('a new courier account of TCS takes a bearer token instead of client id and secret', () => {
  const values = filled({ company: 'TCS', api_password: 'p', ...tcs });
  expect(messages(newAccountProblems(values))).toEqual(['Client id is required', 'Client secret is required']);
  expect(newAccountProblems({ ...values, bearer_token: 'long' })).toEqual([]);
});

it('an edited courier account keeps a stored secret that is left blank', () => {
  const stored = account('MNP', { fields: { username: 'u', account_no: '4T' }, secrets_set: ['api_password'] });
  expect(editedAccountProblems(stored, valuesOf(stored))).toEqual([]);
  expect(editedAccountBody(stored, valuesOf(stored))).not.toHaveProperty('api_password');
});

it('an edited courier account sends what may be changed, and what was emptied as empty', () => {
  const stored = account('LEOPARD', { fields: { shipment_id: '77' }, secrets_set: ['api_key', 'api_password'] });
  const body = editedAccountBody(stored, { ...valuesOf(stored), shipment_id: '', api_key: 'new' });
  expect(body).toMatchObject({ shipment_id: '' });
  expect(body).not.toHaveProperty('api_key');
});

it('an edited courier account of TCS may change its cost centre, and names a mobile number that TCS would not take', () => {
  const fields = { ...tcs, client_id: '205659575', shipper_mobile: '0300-1234567' };
  const stored = account('TCS', { fields, secrets_set: ['api_password', 'client_secret'] });
  const values = { ...valuesOf(stored), cost_center_code: '002' };
  expect(editedAccountProblems(stored, values)).toEqual([]);
  expect(editedAccountBody(stored, values)).toMatchObject({ cost_center_code: '002' });
  expect(messages(editedAccountProblems(stored, { ...values, shipper_mobile: '042 1' }))).toEqual([
    'Shipper mobile: enter a mobile number like 03001234567',
  ]);
});

it('an edited courier account of Leopards names a shipper id that is no number, unless it was stored as it is', () => {
  const stored = account('LEOPARD', { fields: { shipment_id: 'Shop' }, secrets_set: ['api_key', 'api_password'] });
  expect(editedAccountProblems(stored, { ...valuesOf(stored), account_name: 'Renamed' })).toEqual([]);
  const changed = { ...valuesOf(stored), shipment_id: 'Main shop' };
  expect(messages(editedAccountProblems(stored, changed))).toEqual(['Shipper id: enter digits only']);
});

it('an edited courier account cannot lose its name or an address code', () => {
  const stored = account('POSTEX', { fields: { address_code: '001' }, secrets_set: ['token'] });
  const values = { ...valuesOf(stored), account_name: '', address_code: '' };
  expect(messages(editedAccountProblems(stored, values))).toEqual([
    'Account name is required',
    'Pickup address code is required',
  ]);
});

it('an edited courier account may leave its weight empty, and then has the weight of the shop', () => {
  const stored = account('MNP', { fields: { username: 'u', account_no: '4T' }, secrets_set: ['api_password'] });
  const values = { ...valuesOf(stored), weight: ' ' };
  expect(editedAccountProblems(stored, values)).toEqual([]);
  expect(editedAccountBody(stored, values)).toMatchObject({ weight: '0' });
  expect(
    messages(newAccountProblems(filled({ company: 'POSTEX', token: 't', address_code: '1', weight: '' }))),
  ).toEqual(['Weight must be a number from 0 to 50,000 grams']);
});

it('all that TCS knows a merchant by is among the credentials, which are verified', () => {
  expect(courierFields.TCS.filter(isCredential).map(({ name }) => name)).toEqual([
    ...['username', 'api_password', 'tcs_account_id', 'customer_no'],
    ...['client_id', 'client_secret', 'bearer_token'],
  ]);
});
