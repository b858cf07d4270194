import { OrderData } from '@courierdesk/contract/order-data';
import type { Issue, IssueCode } from '@courierdesk/contract/issues';
import { BookingFields } from '@courierdesk/contract/booking';
import { describe, expect, it } from 'vitest';
import { asMobile } from '@courierdesk/contract/phones';
import type { Cities } from '../../../parts/shipments/city-options.ts';
import {
  baseOfDraft,
  bookingBody,
  bookingProblems,
  destinationOf,
  withNewStart,
  isTyped,
  receiverOf,
  startAfterChange,
  startingAccount,
  startingValues,
  withConfirmed,
  type AskedIssues,
} from './booking-values.ts';

const id = (digit: string) => digit.repeat(24);

const order = (change: Partial<OrderData> = {}): OrderData =>
  OrderData.parse({
    _id: id('a'),
    id: id('a'),
    platform_order_id: '5820123400000',
    order_name: '#1042',
    createdAt: '2026-11-20T10:00:00Z',
    version: 'v1',
    state: 'ready',
    held_by: null,
    source: 'store',
    read_at: '2026-11-20T10:00:00Z',
    consignee_name: 'Ayesha Khan',
    consignee_email: '',
    consignee_phone: '03001234567',
    consignee_phone2: '',
    consignee_address: 'House 12, Street 4, Johar Town',
    phone_as_written: '+92 300 1234567',
    city: 'Lahor',
    problems: [],
    issues: [],
    line_items: [
      {
        line_id: '7',
        product_title: 'Kurta',
        variant_title: 'Large',
        sku: '',
        amount: '2450.00',
        currency: 'PKR',
        current_quantity: 2,
        image_url: '',
      },
    ],
    products_list: '2 x Kurta (Large)',
    pieces: 1,
    weight: 0,
    weight_source: 'none',
    store_weights: [0],
    default_weight: 100,
    currency: 'PKR',
    total: '4900.00',
    outstanding: '4900.00',
    usual_cod: null,
    shipping: '0.00',
    has_discount: false,
    applied_discount: '0.00',
    discount_names: [],
    payment: 'COD',
    cod_amount: 4900,
    note: '',
    remarks: '',
    tags: [],
    emails_tracking_link: false,
    corrections: [],
    earlier: { delivered: 0, returned: 0 },
    store_url: '',
    void_needed: null,
    suggested_account: null,
    ...change,
  });

const account = (digit: string, change: Partial<NonNullable<ReturnType<typeof startingAccount>>> = {}) => ({
  _id: id(digit),
  id: id(digit),
  name: `Account ${digit}`,
  company: 'LEOPARD' as const,
  is_default: false,
  in_active: false,
  weight: 250,
  missing_to_book: [],
  ...change,
});

const cities = (change: Partial<Cities> = {}): Cities => ({
  cities: [
    { id: '1', name: 'LAHORE' },
    { id: '2', name: 'Multan' },
  ],
  matches: [{ id: '1', name: 'LAHORE', certainty: 0.98 }],
  certain: { id: '1', name: 'LAHORE' },
  remembered: null,
  ...change,
});

const start = (change: Partial<OrderData> = {}) => startingValues(order(change), account('1'));
const nothingAsked: AskedIssues = { voided: [], returned: [], cod: [], consignee: [], warnings: [] };
const warningAbout = (code: IssueCode, subject: string): Issue => ({
  level: 'warning',
  code,
  field: '',
  msg: '',
  subject,
});
const confirming = (issues: readonly Issue[]): string => withConfirmed(start(), issues, true);

it('the account a booking starts with is the default one', () => {
  expect(startingAccount([account('1'), account('2', { is_default: true })], order())?.id).toBe(id('2'));
});

it('the account a booking starts with is the only one, and none when there is a choice', () => {
  expect(startingAccount([account('1')], order())?.id).toBe(id('1'));
  expect(startingAccount([account('1'), account('2')], order())).toBeUndefined();
});

it('the account a booking starts with is the one that the rules of the shop choose, when it can book', () => {
  const ruled = order({ suggested_account: { account_id: id('2'), because: 'Rule "Lahore"' } });
  const usual = account('1', { is_default: true });
  expect(startingAccount([usual, account('2')], ruled)?.id).toBe(id('2'));
  expect(startingAccount([usual, account('2', { missing_to_book: ['API key'] })], ruled)?.id).toBe(id('1'));
});

it('the account a booking starts with never lacks what it needs to book', () => {
  expect(
    startingAccount([account('1', { is_default: true, missing_to_book: ['Pickup location'] })], order()),
  ).toBeUndefined();
});

it('the account a booking starts with gives its weight where the store has none, and the shop its default where the account has none', () => {
  expect(start().weight).toBe('250');
  expect(start({ store_weights: [700] }).weight).toBe('700');
  expect(startingValues(order(), account('1', { weight: 0 })).weight).toBe('100');
  expect(startingValues(order({ default_weight: 0 }), undefined).weight).toBe('');
});

it('the destination is preselected only when the match is certain', () => {
  expect(destinationOf(start(), cities())).toEqual({ id: '1', name: 'LAHORE' });
  expect(destinationOf(start(), cities({ certain: null }))).toBeUndefined();
});

it('the destination that a person chose wins over the certain match', () => {
  const values = { ...start(), destination_city: '2', destination_name: 'Multan', destination_account: id('1') };
  expect(destinationOf(values, cities())).toEqual({ id: '2', name: 'Multan' });
});

it('the destination follows to another courier under the same name, and is open again where there is none', () => {
  const chosen = { ...start(), destination_city: '88', destination_name: 'MULTAN', destination_account: id('9') };
  expect(destinationOf(chosen, cities())).toEqual({ id: '2', name: 'Multan' });
  expect(destinationOf({ ...chosen, destination_name: 'Kasur' }, cities())).toBeUndefined();
  expect(destinationOf({ ...chosen, destination_name: 'Garden Town, Lahore' }, cities())).toBeUndefined();
});

it('the destination is what the typed text certainly means, and never the city before it', () => {
  const typed = (text: string) => ({ ...start(), destination_name: text, destination_account: id('1') });
  expect(destinationOf(typed('multan'), cities())).toEqual({ id: '2', name: 'Multan' });
  for (const text of ['Mult', 'Nowhere', '']) expect(destinationOf(typed(text), cities())).toBeUndefined();
  expect(destinationOf(typed('Multan'), undefined)).toBeUndefined();
});

describe('when the order changed in the store while a form was open', () => {
  const before = start();
  const typed = { ...before, remarks: 'Ring twice', cod_amount: '100' };
  const after = start({ cod_amount: 5300, consignee_address: 'New House 9' });

  it('the store wins what it changed, and the rest of what was typed stays', () => {
    expect(withNewStart(typed, before, after, 'store')).toMatchObject({
      remarks: 'Ring twice',
      cod_amount: '5300',
      consignee_address: 'New House 9',
    });
  });

  it('a draft keeps all that was typed, and follows the store elsewhere', () => {
    expect(withNewStart(typed, before, after, 'form')).toMatchObject({
      remarks: 'Ring twice',
      cod_amount: '100',
      consignee_address: 'New House 9',
    });
  });

  it('the account that a person chose stays, with its weight, although the rules of the shop choose another one now', () => {
    const accounts = [account('1', { is_default: true }), account('2', { weight: 500 }), account('3', { weight: 700 })];
    const ruled = order({ suggested_account: { account_id: id('3'), because: 'Rule 1' } });
    const chosen = { ...before, tracking_account: id('2'), weight: '500' };
    const values = (form: typeof before) =>
      withNewStart(form, before, startAfterChange(ruled, accounts, form, before), 'store');
    expect(values(chosen)).toMatchObject({ tracking_account: id('2'), weight: '500' });
    expect(values(before)).toMatchObject({ tracking_account: id('3'), weight: '700' });
  });

  it('another city in the store asks for the destination again', () => {
    const chosen = { ...before, destination_city: '2', destination_name: 'Multan', destination_account: id('1') };
    expect(withNewStart(chosen, before, start({ city: 'Quetta' }), 'store').destination_city).toBe('');
    expect(isTyped(withNewStart(before, before, after, 'store'), after)).toBe(false);
  });
});

describe('a draft that is restored after the store changed the order', () => {
  const seen = start();
  const typed = {
    ...seen,
    consignee_address: 'Typed 1',
    cod_amount: '1400',
    ...{ destination_city: '2', destination_name: 'Multan', destination_account: id('1') },
  };
  const now = start({ city: 'Karachi', consignee_address: 'Flat 9, Clifton', cod_amount: 900 });
  const base = baseOfDraft(typed, seen, now);
  const restored = withNewStart(typed, seen, now, 'form');

  it('a draft that is restored after the store changed the order takes the values of the store for all that changed there, the chosen city included', () => {
    expect(withNewStart(restored, base, now, 'store')).toMatchObject({
      consignee_address: 'Flat 9, Clifton',
      cod_amount: '900',
      city: 'Karachi',
      destination_city: '',
    });
  });

  it('a draft that is restored after the store changed the order keeps what was typed where the store changed nothing', () => {
    const same = baseOfDraft(typed, seen, seen);
    expect(withNewStart(typed, same, seen, 'store')).toEqual(typed);
  });
});

const bodyOf = (change: object) =>
  bookingBody(order(), 'v1', { ...start(), ...change }, { id: '1', name: 'LAHORE' }, account('1'));

it('what is sent names the lines and quantities of the form', () => {
  expect(bodyOf({})).toMatchObject({
    line_items: [{ line_id: '7', quantity: 2 }],
    destination_city: '1',
    version: 'v1',
  });
  expect(bookingProblems(bodyOf({}), nothingAsked)).toEqual([]);
});

it('what is sent is held back with the reason why a typed city is not the destination', () => {
  const body = { ...bodyOf({}), destination_city: '' };
  expect(bookingProblems(body, nothingAsked, 'Leopards has no city “Mult”')).toEqual([
    { field: 'destination_city', message: 'Leopards has no city “Mult”' },
  ]);
});

it('what is sent has every phone as couriers take it', () => {
  expect(asMobile('+92 (300) 765-4321')).toBe('03007654321');
  expect(asMobile('042 35678901')).toBe('042 35678901');
  expect(BookingFields.parse(bodyOf({ consignee_phone2: '0092 321 7654321' }))).toMatchObject({
    consignee_phone2: '03217654321',
  });
});

it('what is sent never takes an emptied COD for zero', () => {
  expect(bookingProblems(bodyOf({ cod_amount: '' }), nothingAsked)).toEqual([
    { field: 'cod_amount', message: 'COD amount is required' },
  ]);
  expect(bookingProblems(bodyOf({ cod_amount: '0' }), nothingAsked)).toEqual([]);
});

it('what is sent holds an unusual COD back until this very amount is confirmed', () => {
  const cod = (subject: string) => ({
    ...nothingAsked,
    cod: [{ ...warningAbout('cod-unusual', subject), msg: 'More than what is still to pay.' }],
  });
  const problem = { field: 'confirm_cod', message: 'Check the COD amount and confirm it' };
  const confirmed = confirming(cod('121150/1212').cod);
  expect(bookingProblems(bodyOf({ cod_amount: '121150' }), cod('121150/1212'))).toEqual([problem]);
  expect(bookingProblems(bodyOf({ cod_amount: '121150', confirmed }), cod('121150/1212'))).toEqual([]);
  expect(bookingProblems(bodyOf({ cod_amount: '121151', confirmed }), cod('121151/1212'))).toEqual([problem]);
  expect(bookingProblems(bodyOf({ cod_amount: '121150', confirmed }), cod('121150/500'))).toEqual([problem]);
});

it('what is sent holds an order with a warning back until exactly this warning is confirmed', () => {
  const asked = { ...nothingAsked, warnings: [warningAbout('on-hold', 'a')] };
  const problem = { field: 'confirmed_issues', message: 'Confirm what the store says of the order' };
  const confirmed = (subject: string) => ({ confirmed: confirming([warningAbout('on-hold', subject)]) });
  expect(bookingProblems(bodyOf({}), asked)).toEqual([problem]);
  expect(bookingProblems(bodyOf(confirmed('another subject')), asked)).toEqual([problem]);
  expect(bookingProblems(bodyOf(confirmed('a')), asked)).toEqual([]);
});

it('what is sent holds an odd name back until this very name is confirmed', () => {
  const asked = (name: string) => ({
    ...nothingAsked,
    consignee: [
      { ...warningAbout('name-unusual', name), field: 'consignee_name', msg: `The name “${name}” is very short.` },
    ],
  });
  const problem = {
    field: 'confirm_consignee_name',
    message: 'The name “b” is very short. Change it or confirm it',
  };
  const confirmed = confirming(asked('b').consignee);
  expect(bookingProblems(bodyOf({ consignee_name: 'b' }), asked('b'))).toEqual([problem]);
  expect(bookingProblems(bodyOf({ consignee_name: 'b', confirmed }), asked('b'))).toEqual([]);
  expect(bookingProblems(bodyOf({ consignee_name: 'c', confirmed }), asked('c'))).toHaveLength(1);
});

it('what is sent is held back with one reason a field, in the order of the form', () => {
  const problems = bookingProblems(
    { ...bodyOf({ consignee_phone: '042 35678901', consignee_name: '', pieces: '0' }), destination_city: '' },
    { ...nothingAsked, voided: [warningAbout('not-voided', 'MNP 51034567890')] },
  );
  expect(problems).toEqual([
    { field: 'confirm_voided', message: 'Confirm that you voided or stopped the old parcel' },
    { field: 'consignee_name', message: 'Consignee name is required' },
    { field: 'consignee_phone', message: 'Enter a mobile number like 03001234567' },
    { field: 'destination_city', message: 'Please add destination city' },
    { field: 'pieces', message: 'Pieces must be at least 1' },
  ]);
});

it('a merge that is sent to the address of another order emails its customer, and keeps the phone of the first', () => {
  const sana = order({
    consignee_name: 'Sana Malik',
    consignee_phone: '03009876543',
    consignee_email: 'sana@mail.example',
  });
  const merged = start({ consignee_email: 'ayesha@mail.example', consignee_phone2: '03009876543' });
  expect({ ...merged, ...receiverOf(sana, merged) }).toMatchObject({
    consignee_name: 'Sana Malik',
    consignee_phone: '03009876543',
    consignee_phone2: '03001234567',
    consignee_email: 'sana@mail.example',
  });
  const withoutEmail = receiverOf({ ...sana, consignee_email: '' }, { ...merged, consignee_phone2: '03217654321' });
  expect(withoutEmail).toMatchObject({ consignee_phone2: '03217654321', consignee_email: 'ayesha@mail.example' });
  expect(receiverOf(order({ consignee_phone: '', phone_as_written: '' }), start()).consignee_phone2).toBe('');
});
