import type { Fields } from '../http/fields.ts';
import { fieldsOf, lowerCased, nested, numeric, text, whole } from '../http/fields.ts';

export interface Fault {
  key: string;
  errormessage: string;
}

type Rule = [field: string, least: number, most: number, needed: boolean];

/** Lengths of couriers/tcs.md 4.1; empty texts are taken where a field is not needed. */
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

const MOST_RUPEES = 250_000;

export function bookingFaults(fields: Fields): Fault[] {
  const shipper = lowerCased(nested(fields, 'shipperinfo'));
  const consignee = lowerCased(nested(fields, 'consigneeinfo'));
  const shipment = lowerCased(nested(fields, 'shipmentinfo'));
  return [
    ...textFaults('shipperinfo', shipper, shipperRules),
    ...mobileFaults('shipperinfo', shipper),
    ...textFaults('consigneeinfo', consignee, consigneeRules),
    ...mobileFaults('consigneeinfo', consignee),
    ...placeFaults(consignee),
    ...textFaults('shipmentinfo', shipment, shipmentRules),
    ...shipmentFaults(shipment),
    ...itemFaults(shipment),
  ];
}

function textFaults(group: string, fields: Fields, rules: Rule[]): Fault[] {
  return rules.flatMap(([field, least, most, needed]) => {
    const value = text(fields, field);
    if (value === '') return needed ? fault(group, field, `${field} is required`) : [];
    if (value.length >= least && value.length <= most) return [];
    return fault(group, field, `${field} length must be between ${least} and ${most}`);
  });
}

function mobileFaults(group: string, fields: Fields): Fault[] {
  return /^03\d{9}$/.test(text(fields, 'mobile')) ? [] : fault(group, 'mobile', 'Insert valid Mobile number');
}

/** An empty text is no decimal: the keys must be left out (couriers/tcs.md 4.1). */
function placeFaults(consignee: Fields): Fault[] {
  return ['lat', 'lng']
    .filter(
      (field) => consignee[field] !== undefined && consignee[field] !== null && numeric(consignee, field) === undefined,
    )
    .flatMap((field) => fault('consigneeinfo', field, 'Insert valid Decimal number'));
}

function shipmentFaults(shipment: Fields): Fault[] {
  const faults: Fault[] = [];
  const cod = whole(shipment, 'codamount');
  if (cod === undefined || cod < 0 || cod > MOST_RUPEES)
    faults.push(...fault('shipmentinfo', 'codamount', 'Insert valid Integer number'));
  const weight = numeric(shipment, 'weightinkg');
  if (weight === undefined || weight < 0.5)
    faults.push(...fault('shipmentinfo', 'weightinkg', 'Insert valid Decimal number'));
  const pieces = whole(shipment, 'pieces');
  if (pieces === undefined || pieces < 1)
    faults.push(...fault('shipmentinfo', 'pieces', 'Insert valid Integer number'));
  if (typeof shipment['fragile'] !== 'boolean')
    faults.push(...fault('shipmentinfo', 'fragile', 'Insert valid Boolean'));
  if (text(shipment, 'currency') !== 'PKR') faults.push(...fault('shipmentinfo', 'currency', 'Invalid Currency'));
  const date = text(shipment, 'shipmentdate');
  if (date !== '' && !/^\d{2}[-/]\d{2}[-/]\d{4}( \d{2}:\d{2}:\d{2})?$/.test(date)) {
    faults.push(...fault('shipmentinfo', 'shipmentdate', 'Insert valid Date'));
  }
  for (const field of ['declaredvalue', 'insuredvalue'])
    faults.push(...rupeeFaults('shipmentinfo', shipment, field, 0));
  return faults;
}

function itemFaults(shipment: Fields): Fault[] {
  const items = shipment['skus'];
  if (items === undefined || items === null) return [];
  if (!Array.isArray(items)) return fault('shipmentinfo', 'skus', 'Insert valid list');
  return items.flatMap((entry: unknown, index) => {
    const item = lowerCased(fieldsOf(entry));
    const group = `shipmentinfo.skus[${index}]`;
    const faults = [
      ...textFaults(group, item, [['description', 3, 200, true]]),
      ...rupeeFaults(group, item, 'unitprice', 1),
    ];
    if ((whole(item, 'quantity') ?? 0) < 1) faults.push(...fault(group, 'quantity', 'Insert valid Integer number'));
    if ((numeric(item, 'weight') ?? 0) < 0.5) faults.push(...fault(group, 'weight', 'Insert valid Decimal number'));
    return faults;
  });
}

function rupeeFaults(group: string, fields: Fields, field: string, least: number): Fault[] {
  if (fields[field] === undefined || fields[field] === null) return [];
  const value = whole(fields, field);
  const fits = value !== undefined && value >= least && value <= MOST_RUPEES;
  return fits ? [] : fault(group, field, 'Insert valid Integer number');
}

const fault = (group: string, field: string, errormessage: string): Fault[] => [
  { key: `${group}.${field}`, errormessage },
];
