import { plainText } from '@courierdesk/contract/plain-text';
import { describeContents, fitText, oneLine, remarksWith } from '../booking-texts.ts';
import { CourierError } from '../courier-error.ts';
import type { CourierAccess, CourierBooking } from '../courier.ts';

/** Lengths: docs/contracts/mnp.md, "Booking". The stricter one where M&P has two. */
const nameLength = 50;
const addressLength = 200;
const emailLength = 50;
const productsLength = 50;
const remarksLength = 200;

/** Every key is sent even when empty; letters that M&P cannot take are replaced. Weight in kg. */
export function insertBookingBody(account: CourierAccess, booking: CourierBooking): Record<string, unknown> {
  const field = (name: string) => account.fields[name]?.trim() ?? '';
  const { consignee } = booking;
  const name = fitText(mandatory('name', consignee.name), nameLength);
  const address = fitText(mandatory('address', consignee.address), addressLength);
  const products = fitText(plainLetters(describeContents(booking)), productsLength);
  const email = fitsAsEmail(consignee.email) ? consignee.email.trim() : '';
  const remarks = remarksWith(booking, {
    before: { 'Phone 2': consignee.phone2, 'Phone 3': consignee.phone3, Name: name.rest, Address: address.rest },
    after: { Products: products.rest, Note: losesLetters(booking) ? 'non-Latin letters were removed' : '' },
  });
  return {
    consigneeName: name.kept,
    consigneeAddress: address.kept,
    consigneeMobNo: consignee.phone,
    consigneeEmail: email,
    destinationCityName: booking.city.id,
    pieces: booking.pieces,
    weight: booking.weight / 1000,
    codAmount: booking.cod,
    custRefNo: booking.reference,
    productDetails: products.kept,
    fragile: 'No',
    service: 'Overnight',
    remarks: fitText(plainLetters(remarks), remarksLength).kept,
    insuranceValue: '0',
    locationID: field('location_id'),
    AccountNo: field('account_no'),
    InsertType: Number(field('insert_type') || 19),
    ReturnLocation: Number(field('return_location')),
    subAccountId: Number(field('sub_account_id')),
  };
}

const replacements: Readonly<Record<string, string>> = {
  '\u2013': '-',
  '\u2014': '-',
  '\u2026': '...',
  '\u00d7': 'x',
  '\u2022': '-',
  '\u20a8': 'Rs',
  '\u201c': '"',
  '\u201d': '"',
};

/** Latin letters without accents and apostrophes: M&P's service fails on others. */
function plainLetters(text: string): string {
  return oneLine(
    plainText(text)
      .replace(/[^\u0020-\u007e]/g, (letter) => replacements[letter] ?? letter)
      .normalize('NFKD')
      .replace(/['\u2018\u2019`]+/g, '')
      .replace(/\s+/g, ' ')
      .replace(/[^\u0020-\u007e]+/g, ''),
  );
}

function mandatory(what: string, text: string): string {
  const plain = plainLetters(text);
  if (/[a-z0-9]/i.test(plain)) return plain;
  throw new CourierError('rejected', `M&P accepts Latin letters only. Write the consignee's ${what} in Latin letters.`);
}

function losesLetters({ consignee, products, remarks }: CourierBooking): boolean {
  return [consignee.name, consignee.address, products, remarks].some((text) =>
    /\p{L}/u.test(text.normalize('NFKD').replace(/[\u0020-\u007e\p{M}]+/gu, '')),
  );
}

const fitsAsEmail = (email: string): boolean =>
  /^[!-?A-~]+@[!-\-/-?A-~]+(?:\.[!-\-/-?A-~]+)+$/.test(email.trim()) && email.trim().length <= emailLength;
