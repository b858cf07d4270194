import { describeContents, cutToFit, fitText, wrapText, oneLine, remarksWith } from '../booking-texts.ts';
import type { CourierAccess, CourierBooking, CourierCity } from '../courier.ts';
import { pakistanDateTime } from '../pakistan-time.ts';

/** Lengths: docs/contracts/tcs.md, "Booking". */
const nameLength = 50;
const shortest = 3;
const addressLength = 120;
const contentLength = 50;
const remarksLength = 500;

/** The body of `booking/create` but for the token. Weight in kg; optional numbers are left out, never empty texts. */
export function createBookingBody(account: CourierAccess, booking: CourierBooking, now: Date): Record<string, unknown> {
  const field = (name: string) => oneLine(account.fields[name] ?? '');
  const shipper = wrapText(field('shipper_address'), addressLength, 3);
  const { consignee, city } = booking;
  const name = nameParts(consignee.name);
  const address = wrapText(consignee.address, addressLength, 3);
  const email = fitsAsEmail(consignee.email) ? oneLine(consignee.email) : '';
  const content = fitText(describeContents(booking), contentLength);
  const remarks = remarksWith(booking, {
    before: { 'Phone 2': consignee.phone2, 'Phone 3': consignee.phone3, Name: name.rest, Address: address.rest },
    after: { Contents: content.rest },
  });
  return {
    consignmentno: '',
    shipperinfo: {
      tcsaccount: field('tcs_account_id'),
      shippername: longEnough(cutToFit(field('shipper_name'), nameLength), 'Shipper'),
      ...addressLines(shipper.lines),
      zip: '',
      countrycode: 'PK',
      countryname: 'Pakistan',
      citycode: '',
      cityname: field('shipper_city'),
      mobile: field('shipper_mobile'),
    },
    consigneeinfo: {
      consigneecode: '',
      firstname: name.first,
      middlename: '',
      lastname: name.last,
      ...addressLines(address.lines),
      zip: '',
      countrycode: 'PK',
      countryname: 'Pakistan',
      ...(cityCode(city) ? { citycode: cityCode(city) } : {}),
      cityname: city.name,
      email,
      areacode: '',
      areaname: '',
      blockcode: '',
      blockname: '',
      mobile: consignee.phone,
      landmark: '',
    },
    shipmentinfo: {
      costcentercode: field('cost_center_code'),
      referenceno: booking.reference,
      contentdesc: longEnough(content.kept, 'Goods'),
      servicecode: 'O',
      parametertype: '',
      shipmentdate: pakistanDateTime(now),
      shippingtype: '',
      currency: 'PKR',
      codamount: booking.cod,
      weightinkg: booking.weight / 1000,
      pieces: booking.pieces,
      fragile: false,
      remarks: remarks === '' ? '' : cutToFit(longEnough(remarks, 'Remarks'), remarksLength),
    },
  };
}

/** Codes are shared by several towns, so a city is known by both: `KHI KARACHI`; by its name where it has no code. */
export const cityId = (code: string, name: string): string => (code === '' ? name : `${code} ${name}`);

function cityCode(city: CourierCity): string | undefined {
  return city.id.endsWith(` ${city.name}`) ? city.id.slice(0, -city.name.length - 1) : undefined;
}

/** TCS joins first and last name on its label: a long name continues in the second field, cut only after both. */
function nameParts(name: string): { first: string; last: string; rest: string } {
  const { lines: found, rest } = wrapText(name, nameLength, 2);
  const [first = '', last = ''] = found;
  return { first: longEnough(first, 'Customer'), last: last === '' ? '' : longEnough(last, '...'), rest };
}

function addressLines(found: readonly string[]): Record<string, string> {
  const [first = '', second = '', third = ''] = found;
  return {
    address1: longEnough(first, 'Address'),
    address2: second === '' ? '' : longEnough(second, '...'),
    address3: third === '' ? '' : longEnough(third, '...'),
  };
}

const longEnough = (text: string, filler: string): string =>
  text.length >= shortest ? text : `${filler} ${text}`.trim();

const fitsAsEmail = (email: string): boolean =>
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim()) && email.trim().length <= 50;
