import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { numeric, rawText, text, whole } from '../http/fields.ts';
import { nextTrackingNumber } from '../parcels/tracking-number.ts';
import type { MnpAccount, MnpLocation, MnpSubAccount } from './accounts.ts';
import { isDeliveryCity } from './cities.ts';
import { findAccount, answerWithTextFlag, wrongPassword } from './envelope.ts';

const maxCod = 99_999;
const maxPieces = 99;

/** docs/contracts/mnp.md, "Booking"; `orderReferenceId` is the consignment number. */
export function insertBooking(context: SandboxContext, fields: Fields): Answer {
  const account = findAccount(fields);
  if (!account) return refused(wrongPassword);
  if (text(fields, 'accountno') !== account.accountNo) return refused('Invalid account number');
  const booking = readBooking(account, fields);
  if (typeof booking === 'string') return malformed(booking, refused(booking));
  const reference = text(fields, 'custrefno');
  const book = consignmentBook(context);
  if (!account.isDuplicateOrderAllowed && book.byReference('MNP', account.accountNo, reference).length > 0) {
    return refused(`Order with Customer Reference No ${reference} already exists`);
  }
  if (booking.cod === 0 && account.isCod && !account.isZeroCodAllowed)
    return refused('COD amount must be greater than 0');
  const trackingNumber = nextTrackingNumber(context, 'MNP');
  book.add({
    courier: 'MNP',
    tracking_number: trackingNumber,
    reference,
    account: account.accountNo,
    consignee: {
      name: text(fields, 'consigneename'),
      phone: text(fields, 'consigneemobno'),
      phone2: '',
      phone3: '',
      email: text(fields, 'consigneeemail'),
      address: text(fields, 'consigneeaddress'),
    },
    shipper: { name: booking.shipper.shipperName, phone: '', address: booking.shipper.shipperAddress },
    origin_city: booking.location.city,
    destination_city: rawText(fields, 'destinationcityname'),
    cod: booking.cod,
    weight_grams: Math.round(booking.weightKg * 1000),
    pieces: booking.pieces,
    contents: text(fields, 'productdetails'),
    remarks: text(fields, 'remarks'),
    service: booking.service,
    booked_at: context.now().toISOString(),
  });
  locations(context).put(trackingNumber, booking.location.locationID);
  return answerWithTextFlag(true, 'Order saved successfully!', { orderReferenceId: trackingNumber });
}

/** Location of each booking: some accounts allow only that location to void it. */
export const locations = (context: SandboxContext) => context.state.collection<number>('mnp-booking-locations');

const refused = (message: string): Answer => answerWithTextFlag(false, message, { orderReferenceId: '' });

type Booking = {
  cod: number;
  weightKg: number;
  pieces: number;
  service: string;
  location: MnpLocation;
  shipper: MnpSubAccount;
};

/** Every key must be there, even when it is empty; the limits are the manual's. */
const textLimits: [field: string, limit: number, required: boolean][] = [
  ['consigneeName', 50, true],
  ['consigneeAddress', 255, true],
  ['consigneeEmail', 50, false],
  ['custRefNo', 50, true],
  ['productDetails', 50, false],
  ['remarks', 400, false],
  ['fragile', 3, false],
  ['insuranceValue', 20, false],
];

const services: Record<string, string> = {
  overnight: 'Overnight',
  o: 'Overnight',
  'second day': 'Second Day',
  s: 'Second Day',
};

function readBooking(account: MnpAccount, fields: Fields): Booking | string {
  const wrong = textLimits
    .map(([field, limit, required]) => textError(fields, field, limit, required))
    .find((words) => words);
  if (wrong) return wrong;
  if (!/^03\d{9}$/.test(text(fields, 'consigneemobno'))) return 'Invalid consignee mobile number';
  const email = text(fields, 'consigneeemail');
  if (email !== '' && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) return 'Invalid consignee email';
  if (!isDeliveryCity(rawText(fields, 'destinationcityname'))) return 'Invalid destination city';
  const pieces = whole(fields, 'pieces');
  if (pieces === undefined || pieces < 1 || pieces > maxPieces) return 'Pieces must be between 1 and 99';
  const weightKg = numeric(fields, 'weight');
  if (weightKg === undefined || weightKg <= 0) return 'Weight must be greater than 0';
  const cod = whole(fields, 'codamount');
  if (cod === undefined || cod < 0 || cod > maxCod) return `COD amount must be between 0 and ${maxCod}`;
  const service = services[text(fields, 'service').toLowerCase()];
  if (!service) return 'Invalid service';
  const location = locationOf(account, fields, 'locationid');
  if (!location) return 'Invalid Location';
  if (!locationOf(account, fields, 'returnlocation')) return 'Invalid Return Location';
  const shipper = account.subAccounts.find((sub) => sub.subAccountId === whole(fields, 'subaccountid'));
  if (!shipper) return 'Invalid sub account';
  const insertType = fields['inserttype'];
  if (insertType !== undefined && insertType !== '' && whole(fields, 'inserttype') === undefined)
    return 'Invalid Insert Type';
  return { cod, weightKg, pieces, service, location, shipper };
}

function textError(fields: Fields, field: string, limit: number, required: boolean): string | undefined {
  const key = field.toLowerCase();
  if (fields[key] === undefined || fields[key] === null) return `${field} is required`;
  const value = text(fields, key);
  if (required && value === '') return `${field} is required`;
  return value.length > limit ? `${field} must be ${limit} characters or less` : undefined;
}

function locationOf(account: MnpAccount, fields: Fields, field: string): MnpLocation | undefined {
  const id = whole(fields, field);
  return account.locations.find((location) => location.locationID === id);
}
