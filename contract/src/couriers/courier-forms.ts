import type { Company } from '../values/companies.ts';
import { tooLong } from '../values/maximum-texts.ts';

/** One field of the form that adds or edits a courier account. Drawn by the browser, checked by the server. */
export type CourierField = {
  /** Key in the request body and in the stored settings. */
  readonly name: string;
  readonly label: string;
  /** Most characters. */
  readonly max: number;
  readonly required: boolean;
  /** Never sent back to the browser; a blank one on edit keeps the stored one. */
  readonly secret: boolean;
  /** May be changed after the account was created. */
  readonly editable: boolean;
  /** Identifies the merchant to the courier, although it is no secret and may be changed. */
  readonly identifies?: boolean;
  /** Where to find the value in the courier's portal. */
  readonly help: string;
  /** Fixed values, or `lookup`: offered from the account once its credentials work. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[] | 'lookup';
  readonly initial?: string;
  /** Not required when this other field is filled in. */
  readonly unless?: string;
  /** What the courier accepts, if that is less than `max`, and the message for a person. */
  readonly format?: { readonly pattern: RegExp; readonly words: string };
  /** Booking is blocked while this field is empty, though the account can be saved without it. */
  readonly neededToBook?: boolean;
};

const field = (name: string, label: string, max: number, rest: Partial<CourierField> = {}): CourierField => ({
  name,
  label,
  max,
  required: true,
  secret: false,
  editable: false,
  help: '',
  ...rest,
});

const characters = (least: number, most: number): Pick<CourierField, 'format'> => ({
  format: { pattern: new RegExp(`^.{${least},${most}}$`), words: `${least} to ${most} characters` },
});

/** What the courier takes as a whole number. */
const wholeNumber: Pick<CourierField, 'format'> = { format: { pattern: /^\d+$/, words: 'enter digits only' } };

/** Fields per company beside company, account name and weight. Formats of TCS: docs/contracts/tcs.md, "Booking". */
export const courierFields: Record<Company, readonly CourierField[]> = {
  LEOPARD: [
    field('api_key', 'API key', 500, { secret: true, help: 'Leopards merchant portal, API Settings, API Management.' }),
    field('api_password', 'API password', 100, {
      secret: true,
      editable: true,
      help: 'The password you chose when you generated the API key.',
    }),
    field('shipment_id', 'Shipper id', 20, {
      ...wholeNumber,
      required: false,
      editable: true,
      choices: 'lookup',
      help: 'Decides where Leopards picks up. Leave empty to use the address that Leopards has for your account.',
    }),
  ],
  MNP: [
    field('username', 'Username', 100, { help: 'M&P gives it to you for the COD API.' }),
    field('account_no', 'Account number', 50, { help: 'Your M&P account, for example 4T154.' }),
    field('api_password', 'API password', 100, {
      secret: true,
      editable: true,
      help: 'The password for this username.',
    }),
    field('location_id', 'Pickup location', 10, {
      required: false,
      editable: true,
      choices: 'lookup',
      neededToBook: true,
      help: 'Where M&P collects your parcels.',
    }),
    field('return_location', 'Return location', 10, {
      ...wholeNumber,
      required: false,
      editable: true,
      choices: 'lookup',
      neededToBook: true,
      help: 'Where M&P brings returned parcels.',
    }),
    field('sub_account_id', 'Sub account', 20, {
      ...wholeNumber,
      required: false,
      editable: true,
      choices: 'lookup',
      neededToBook: true,
      help: 'The shipper printed on the parcel.',
    }),
    field('insert_type', 'Insert type', 10, {
      ...wholeNumber,
      required: false,
      editable: true,
      initial: '19',
      neededToBook: true,
      help: 'A number that M&P gave you. Usually 19.',
    }),
  ],
  POSTEX: [
    field('token', 'API token', 500, {
      secret: true,
      editable: true,
      help: "PostEx merchant portal, Settings, Developer's Guide.",
    }),
    field('address_code', 'Pickup address code', 50, {
      editable: true,
      choices: 'lookup',
      help: 'PostEx merchant portal, Settings, Addresses; for example 001.',
    }),
  ],
  TCS: [
    field('username', 'Username', 100, { help: 'Your Envio portal username. TCS gave it to you.' }),
    field('api_password', 'API password', 100, {
      secret: true,
      editable: true,
      help: 'The password for this username.',
    }),
    field('tcs_account_id', 'TCS account', 100, { ...characters(3, 12), help: 'For example 04011K1.' }),
    field('customer_no', 'Customer number', 20, {
      required: false,
      editable: true,
      identifies: true,
      help: 'Only if TCS gave you a customer number that is not the TCS account.',
    }),
    field('client_id', 'Client id', 500, {
      unless: 'bearer_token',
      help: 'A number such as 205659575 that TCS emails you. Leave empty if TCS sent you a bearer token.',
    }),
    field('client_secret', 'Client secret', 100, {
      secret: true,
      editable: true,
      unless: 'bearer_token',
      help: 'TCS emails it with the client id.',
    }),
    field('bearer_token', 'Bearer token', 4000, {
      required: false,
      secret: true,
      editable: true,
      help: 'A long text that TCS gives some merchants instead of a client id and secret.',
    }),
    field('cost_center_code', 'Cost centre code', 100, {
      ...characters(2, 20),
      editable: true,
      choices: 'lookup',
      help: 'Envio portal, Cost centre, Setup; for example 001.',
    }),
    field('environment', 'Environment', 10, {
      editable: true,
      initial: 'production',
      choices: [
        { value: 'production', label: 'Production' },
        { value: 'uat', label: 'UAT (test)' },
      ],
      help: 'Credentials of one environment are refused by the other.',
    }),
    field('shipper_name', 'Shipper name', 100, { editable: true, help: 'Printed on the label as the sender.' }),
    field('shipper_address', 'Shipper address', 100, { editable: true }),
    field('shipper_mobile', 'Shipper mobile', 100, {
      format: { pattern: /^03\d{9}$/, words: 'enter a mobile number like 03001234567' },
      editable: true,
      help: 'Eleven digits, 03xxxxxxxxx.',
    }),
    field('shipper_city', 'Shipper city', 100, { editable: true, choices: 'lookup' }),
  ],
};

/** Fields that the form must have filled in, given what else is filled in. */
export function requiredFields(company: Company, values: Readonly<Record<string, string>>): CourierField[] {
  return courierFields[company].filter((one) => one.required && !(one.unless && values[one.unless]));
}

/** What is wrong with a value that was filled in, in words; whether it must be there is `requiredFields`. */
export function fieldProblem(courierField: CourierField, value: string): string | undefined {
  if (value.length > courierField.max) return tooLong(courierField.label, courierField.max);
  if (value === '') return undefined;
  if (Array.isArray(courierField.choices) && !courierField.choices.some((choice) => choice.value === value))
    return `${courierField.label}: choose one of the list`;
  return courierField.format && !courierField.format.pattern.test(value)
    ? `${courierField.label}: ${courierField.format.words}`
    : undefined;
}

/** Labels of the fields without which this account cannot book. */
export function missingToBook(company: Company, values: Readonly<Record<string, string>>): CourierField[] {
  return courierFields[company].filter((one) => one.neededToBook && !values[one.name]);
}
