import { type MergedOrderData, type OrderData } from '@courierdesk/contract/order-data';
import { BookingFields, type BookingInput, type MergedBookingInput } from '@courierdesk/contract/booking';
import { normaliseCity } from '@courierdesk/contract/city-names';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { Confirmations, isConfirmed, type Confirmation, type Issue } from '@courierdesk/contract/issues';
import { cutText } from '@courierdesk/contract/cut-text';
import { startingWeight, type StartingWeight } from '@courierdesk/contract/weights';
import type * as z from 'zod';
import { cityMeant, type Cities } from '../../../parts/shipments/city-options.ts';
import { schemaProblems, type FormProblem } from '../../../ui/forms/use-schema-form.ts';
import { splitVersions } from './booking-subject.ts';

/** The editable values of the booking form. */
export type BookingValues = {
  tracking_account: string;
  consignee_name: string;
  consignee_phone: string;
  consignee_phone2: string;
  consignee_phone3: string;
  consignee_email: string;
  consignee_address: string;
  /** As the customer wrote it. */
  city: string;
  /** The city that a person picked; empty when its name was only typed. */
  destination_city: string;
  /** Its name, or the text that was typed instead. */
  destination_name: string;
  /** The account that offered it; empty until a person picks or types a city. */
  destination_account: string;
  products_list: string;
  remarks: string;
  /** Numbers as typed. */
  pieces: string;
  weight: string;
  cod_amount: string;
  /** The warnings that a person confirmed, as JSON; other warnings, or these about something else, are asked again. */
  confirmed: string;
  notify_customer: boolean;
};

type Destination = { id: string; name: string };

/** The form's values before anyone types. */
export function startingValues(order: OrderData, account: AccountChoice | undefined): BookingValues {
  return {
    tracking_account: account?.id ?? '',
    consignee_name: order.consignee_name,
    consignee_phone: order.consignee_phone || order.phone_as_written,
    consignee_phone2: order.consignee_phone2,
    consignee_phone3: '',
    consignee_email: order.consignee_email,
    consignee_address: order.consignee_address,
    city: order.city,
    destination_city: '',
    destination_name: '',
    destination_account: '',
    products_list: order.products_list,
    remarks: order.remarks,
    pieces: String(order.pieces),
    weight: weightText(weightOf(order, account)),
    cod_amount: String(order.cod_amount),
    confirmed: '',
    notify_customer: true,
  };
}

/**
 * The person and the address of one of several orders, for the form of all of them. Where its phone was the second one, the
 * first one takes that place, so the parcel keeps both. An order without an email leaves the field as it is.
 */
export function receiverOf(one: OrderData, form: BookingValues) {
  const { consignee_name, consignee_phone, consignee_email, consignee_address, city } = startingValues(one, undefined);
  const isSecond = consignee_phone !== '' && consignee_phone === form.consignee_phone2;
  return {
    consignee_name,
    consignee_phone,
    consignee_phone2: isSecond ? form.consignee_phone : form.consignee_phone2,
    consignee_email: consignee_email || form.consignee_email,
    consignee_address,
    city,
  };
}

/** The store's weight, else the account's, else the shop's default, with its source. */
export const weightOf = (order: OrderData, account: AccountChoice | undefined): StartingWeight =>
  startingWeight(order.store_weights, account?.weight ?? 0, order.default_weight);

/** Empty when there is no weight: a person must enter one. */
export const weightText = ({ grams }: StartingWeight): string => (grams === 0 ? '' : String(grams));

/** The account that the rules choose, else the default, else the only one. Never one that cannot book. */
export function startingAccount(
  accounts: readonly AccountChoice[],
  { suggested_account: suggested }: Pick<OrderData, 'suggested_account'>,
): AccountChoice | undefined {
  const usable = accounts.filter((account) => account.missing_to_book.length === 0);
  const chosen = usable.find((account) => account.id === suggested?.account_id);
  return chosen ?? usable.find((account) => account.is_default) ?? (usable.length === 1 ? usable[0] : undefined);
}

/** The starting values of an order that changed in the store. The rules choose the account again unless a person chose it. */
export function startAfterChange(
  order: OrderData,
  accounts: readonly AccountChoice[],
  typed: BookingValues,
  before: BookingValues,
): BookingValues {
  const isChosen = typed.tracking_account !== before.tracking_account;
  const same = accounts.find(({ id }) => id === before.tracking_account);
  return startingValues(order, isChosen ? same : startingAccount(accounts, order));
}

/**
 * The form's values after its starting values changed. Untouched fields follow; typed ones stay, unless the store
 * changed them too and the store wins.
 */
export function withNewStart(
  typed: BookingValues,
  before: BookingValues,
  after: BookingValues,
  winner: 'form' | 'store',
): BookingValues {
  const stays = (name: keyof BookingValues): boolean =>
    typed[name] !== before[name] && (winner === 'form' || before[name] === after[name]);
  const kept = keysOf(typed).filter(stays);
  const next = { ...after, ...Object.fromEntries(kept.map((name) => [name, typed[name]])) };
  if (winner === 'form' || before.city === after.city) return next;
  return { ...next, destination_city: '', destination_name: '', destination_account: '' };
}

/**
 * The starting values that a draft goes on from: today's, but for typed fields (and the city of a chosen destination) those
 * that the person saw. Then a change in the store is noticed for exactly these fields, also after a reload.
 */
export function baseOfDraft(typed: BookingValues, seen: BookingValues, now: BookingValues): BookingValues {
  const kept = keysOf(typed).filter((name) => typed[name] !== seen[name] || name === 'city');
  return { ...now, ...Object.fromEntries(kept.map((name) => [name, seen[name]])) };
}

export const isTyped = (values: BookingValues, base: BookingValues): boolean =>
  keysOf(values).some((name) => values[name] !== base[name]);

const keysOf = (values: BookingValues): (keyof BookingValues)[] =>
  (Object.keys(values) as (keyof BookingValues)[]).filter((name) => name in values);

/**
 * The destination in the courier's list: the picked city (matched by exact name if picked for another courier), the one
 * that the typed text certainly means, or the certain match of the customer's spelling while nothing is picked or typed.
 */
export function destinationOf(values: BookingValues, cities: Cities | undefined): Destination | undefined {
  const { destination_city: picked, destination_name: name, destination_account: account } = values;
  if (account === '') return cities?.certain ?? undefined;
  if (picked === '') return cityMeant(name, cities);
  if (account === values.tracking_account) return { id: picked, name };
  const [same, ...others] = cities?.cities.filter((city) => normaliseCity(city.name) === normaliseCity(name)) ?? [];
  return others.length === 0 ? same : undefined;
}

export const confirmationsIn = ({ confirmed }: Pick<BookingValues, 'confirmed'>): Confirmation[] =>
  confirmed === '' ? [] : Confirmations.parse(JSON.parse(confirmed));

/** The value of `confirmed` after a person ticked these warnings, or took the tick back. */
export function withConfirmed(values: BookingValues, issues: readonly Issue[], isTicked: boolean): string {
  const others = confirmationsIn(values).filter((one) => !issues.some(({ code }) => code === one.code));
  const next = isTicked ? [...others, ...issues.map(({ code, subject }) => ({ code, subject }))] : others;
  return next.length === 0 ? '' : JSON.stringify(next);
}

export type BookingBody = z.input<typeof BookingInput>;

/** The request body. The line items are those on the form, so that items added in the store since are not included. */
export function bookingBody(
  order: OrderData,
  version: string,
  values: BookingValues,
  destination: Destination | undefined,
  account: AccountChoice | undefined,
): BookingBody {
  const {
    destination_city: _id,
    destination_name: _name,
    destination_account: _account,
    confirmed,
    city,
    ...rest
  } = values;
  return {
    ...rest,
    order_id: order.id,
    order_name: order.order_name,
    shipping_type: 'overnight',
    confirmed: confirmationsIn({ confirmed }),
    city: cutText(city, 200),
    destination_city: destination?.id ?? '',
    courier_company: account?.company,
    line_items:
      order.line_items.length > 0
        ? order.line_items.map((line) => ({ line_id: line.line_id, quantity: line.current_quantity }))
        : undefined,
    version,
  };
}

/** The request body for several orders, with the sums that the form showed. */
export function mergedBody(merged: MergedOrderData, body: BookingBody): z.input<typeof MergedBookingInput> {
  const { order_id: _id, order_name: _name, version, ...fields } = body;
  return {
    ...fields,
    order_id: merged.orderids,
    order_name: merged.orderNames,
    versions: splitVersions(version ?? ''),
    cod_without_shipping: merged.codWithoutShipping,
    average_shipping_price: merged.avgShipping,
    total_shipping_price: merged.shippingPrice,
  };
}

/** What a person must confirm, by the notice that asks for it. */
export type AskedIssues = {
  readonly voided: readonly Issue[];
  readonly returned: readonly Issue[];
  readonly cod: readonly Issue[];
  /** About the name and the address that a person entered. */
  readonly consignee: readonly Issue[];
  /** All others. */
  readonly warnings: readonly Issue[];
};

/** The problems that prevent booking, in the order of the form. `cityProblem`: why a typed city is not the destination. */
export function bookingProblems(body: BookingBody, asked: AskedIssues, cityProblem?: string): FormProblem[] {
  const problems = schemaProblems(BookingFields, body);
  if (cityProblem !== undefined) problems.unshift({ field: 'destination_city', message: cityProblem });
  const ask = (issues: readonly Issue[], field: string, message: string): void => {
    if (issues.some((issue) => !isConfirmed(issue, body.confirmed ?? []))) problems.push({ field, message });
  };
  ask(asked.voided, 'confirm_voided', 'Confirm that you voided or stopped the old parcel');
  ask(asked.returned, 'confirm_returned', 'Confirm that the parcel came back and you want to send it again');
  ask(asked.warnings, 'confirmed_issues', 'Confirm what the store says of the order');
  for (const issue of asked.consignee) ask([issue], `confirm_${issue.field}`, `${issue.msg} Change it or confirm it`);
  ask(asked.cod, 'confirm_cod', 'Check the COD amount and confirm it');
  const first = new Map(problems.toReversed().map((problem): [string, FormProblem] => [problem.field, problem]));
  return [...first.values()].toSorted((a, b) => place(a.field) - place(b.field));
}

const order = [
  'confirmed_issues',
  'confirm_voided',
  'confirm_returned',
  'consignee_name',
  'confirm_consignee_name',
  'consignee_phone',
  'consignee_phone2',
  'consignee_phone3',
  'consignee_email',
  'consignee_address',
  'confirm_consignee_address',
  'destination_city',
  'products_list',
  'pieces',
  'weight',
  'remarks',
  'cod_amount',
  'confirm_cod',
  'tracking_account',
];
const place = (field: string): number => (order.includes(field) ? order.indexOf(field) : order.length);
