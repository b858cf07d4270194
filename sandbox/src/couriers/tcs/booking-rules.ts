import type { Fields } from '../http/fields.ts';
import { fieldsOf, lowerCased, nested, numeric, text, whole } from '../http/fields.ts';

export type FieldError = {
  key: string;
  errormessage: string;
};

type Rule = [field: string, min: number, max: number, required: boolean];

/** Lengths: docs/contracts/tcs.md, "Booking"; optional fields may be empty. */
const shipperRules: Rule[] = [
  ['tcsaccount', 3, 12, true],
  ['shippername', 3, 50, true],
  ['address1', 3, 120, true],
  ['address2', 3, 120, false],
  ['address3', 3, 120, false],
  ['zip', 3, 6, false],
  ['countrycode', 2, 2, true],
  ['countryname', 3, 50, true],
  ['citycode', 0, 5, false],
  ['cityname', 3, 50, true],
  ['mobile', 11, 11, true],
];

const consigneeRules: Rule[] = [
  ['consigneecode', 2, 10, false],
  ['firstname', 3, 50, true],
  ['middlename', 3, 50, false],
  ['lastname', 3, 50, false],
  ['address1', 3, 120, true],
  ['address2', 3, 120, false],
  ['address3', 3, 120, false],
  ['zip', 0, 6, false],
  ['countrycode', 2, 2, true],
  ['countryname', 3, 50, true],
  ['citycode', 3, 5, false],
  ['cityname', 3, 50, true],
  ['email', 3, 50, false],
  ['landmark', 0, 200, false],
  ['mobile', 11, 11, true],
];

const shipmentRules: Rule[] = [
  ['costcentercode', 2, 20, true],
  ['referenceno', 3, 50, false],
  ['contentdesc', 3, 50, false],
  ['servicecode', 1, 6, true],
  ['shipmentdate', 0, 20, false],
  ['currency', 3, 3, true],
  ['remarks', 3, 500, false],
];

const maxRupees = 250_000;

export function bookingErrors(fields: Fields): FieldError[] {
  const shipper = lowerCased(nested(fields, 'shipperinfo'));
  const consignee = lowerCased(nested(fields, 'consigneeinfo'));
  const shipment = lowerCased(nested(fields, 'shipmentinfo'));
  return [
    ...textErrors('shipperinfo', shipper, shipperRules),
    ...mobileErrors('shipperinfo', shipper),
    ...textErrors('consigneeinfo', consignee, consigneeRules),
    ...mobileErrors('consigneeinfo', consignee),
    ...coordinateErrors(consignee),
    ...textErrors('shipmentinfo', shipment, shipmentRules),
    ...shipmentErrors(shipment),
    ...itemErrors(shipment),
  ];
}

function textErrors(group: string, fields: Fields, rules: Rule[]): FieldError[] {
  return rules.flatMap(([field, min, max, required]) => {
    const value = text(fields, field);
    if (value === '') return required ? fieldError(group, field, `${field} is required`) : [];
    if (value.length >= min && value.length <= max) return [];
    return fieldError(group, field, `${field} length must be between ${min} and ${max}`);
  });
}

function mobileErrors(group: string, fields: Fields): FieldError[] {
  return /^03\d{9}$/.test(text(fields, 'mobile')) ? [] : fieldError(group, 'mobile', 'Insert valid Mobile number');
}

/** Empty texts are refused as decimals: the keys must be left out. */
function coordinateErrors(consignee: Fields): FieldError[] {
  return ['lat', 'lng']
    .filter(
      (field) => consignee[field] !== undefined && consignee[field] !== null && numeric(consignee, field) === undefined,
    )
    .flatMap((field) => fieldError('consigneeinfo', field, 'Insert valid Decimal number'));
}

function shipmentErrors(shipment: Fields): FieldError[] {
  const errors: FieldError[] = [];
  const cod = whole(shipment, 'codamount');
  if (cod === undefined || cod < 0 || cod > maxRupees)
    errors.push(...fieldError('shipmentinfo', 'codamount', 'Insert valid Integer number'));
  const weight = numeric(shipment, 'weightinkg');
  if (weight === undefined || weight < 0.5)
    errors.push(...fieldError('shipmentinfo', 'weightinkg', 'Insert valid Decimal number'));
  const pieces = whole(shipment, 'pieces');
  if (pieces === undefined || pieces < 1)
    errors.push(...fieldError('shipmentinfo', 'pieces', 'Insert valid Integer number'));
  if (typeof shipment['fragile'] !== 'boolean')
    errors.push(...fieldError('shipmentinfo', 'fragile', 'Insert valid Boolean'));
  if (text(shipment, 'currency') !== 'PKR') errors.push(...fieldError('shipmentinfo', 'currency', 'Invalid Currency'));
  const date = text(shipment, 'shipmentdate');
  if (date !== '' && !/^\d{2}[-/]\d{2}[-/]\d{4}( \d{2}:\d{2}:\d{2})?$/.test(date)) {
    errors.push(...fieldError('shipmentinfo', 'shipmentdate', 'Insert valid Date'));
  }
  for (const field of ['declaredvalue', 'insuredvalue'])
    errors.push(...amountErrors('shipmentinfo', shipment, field, 0));
  return errors;
}

function itemErrors(shipment: Fields): FieldError[] {
  const items = shipment['skus'];
  if (items === undefined || items === null) return [];
  if (!Array.isArray(items)) return fieldError('shipmentinfo', 'skus', 'Insert valid list');
  return items.flatMap((entry: unknown, index) => {
    const item = lowerCased(fieldsOf(entry));
    const group = `shipmentinfo.skus[${index}]`;
    const errors = [
      ...textErrors(group, item, [['description', 3, 200, true]]),
      ...amountErrors(group, item, 'unitprice', 1),
    ];
    if ((whole(item, 'quantity') ?? 0) < 1)
      errors.push(...fieldError(group, 'quantity', 'Insert valid Integer number'));
    if ((numeric(item, 'weight') ?? 0) < 0.5)
      errors.push(...fieldError(group, 'weight', 'Insert valid Decimal number'));
    return errors;
  });
}

function amountErrors(group: string, fields: Fields, field: string, min: number): FieldError[] {
  if (fields[field] === undefined || fields[field] === null) return [];
  const value = whole(fields, field);
  const fits = value !== undefined && value >= min && value <= maxRupees;
  return fits ? [] : fieldError(group, field, 'Insert valid Integer number');
}

const fieldError = (group: string, field: string, errormessage: string): FieldError[] => [
  { key: `${group}.${field}`, errormessage },
];
