import { randomUUID } from 'node:crypto';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { json, malformed, pdf } from '../http/answer.ts';
import type { Consignment } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { lowerCased, nested, numeric, text, whole } from '../http/fields.ts';
import { lifeCycleOf } from '../parcels/routes.ts';
import { pakistanTime } from '../../core/pakistan-time.ts';
import { withScan } from '../parcels/scan.ts';
import { printPdf, labelOf } from '../parcels/label-pdf.ts';
import { stableHash } from '../../core/stable-hash.ts';
import { nextTrackingNumber } from '../parcels/tracking-number.ts';
import type { TcsAccount } from './accounts.ts';
import { costCentresOf } from './accounts.ts';
import type { FieldError } from './booking-rules.ts';
import { bookingErrors } from './booking-rules.ts';
import { tcsCityByName } from './cities.ts';
import { withTraceId } from './envelope.ts';

/** docs/contracts/tcs.md, "Booking". A repeated referenceno makes a second consignment. */
export function createBooking(context: SandboxContext, account: TcsAccount, fields: Fields): Answer {
  const shipper = lowerCased(nested(fields, 'shipperinfo'));
  const consignee = lowerCased(nested(fields, 'consigneeinfo'));
  const shipment = lowerCased(nested(fields, 'shipmentinfo'));
  const reference = text(shipment, 'referenceno');
  const errors = bookingErrors(fields);
  if (errors.length > 0)
    return malformed(
      errors.map((error) => `${error.key}: ${error.errormessage}`).join('; '),
      invalid(reference, errors),
    );
  const centre = costCentresOf(context, account).find(
    (one) => one.costcentercode === text(shipment, 'costcentercode') && one.isactive === 'Y' && one.isdeleted === 'N',
  );
  if (text(shipper, 'tcsaccount') !== account.tcsaccount || !centre)
    return withTraceId({ message: 'No Cost Center found.' }, 400);
  if (!tcsCityByName.has(text(shipper, 'cityname'))) {
    return malformed('unlisted origin', withTraceId({ message: 'Invalid Origin City.' }, 400));
  }
  if (!tcsCityByName.has(text(consignee, 'cityname'))) {
    return malformed('unlisted destination', withTraceId({ message: 'Invalid Destination City.' }, 400));
  }
  const trackingNumber = nextTrackingNumber(context, 'TCS');
  consignmentBook(context).add({
    courier: 'TCS',
    tracking_number: trackingNumber,
    reference,
    account: account.tcsaccount,
    consignee: {
      name: ['firstname', 'middlename', 'lastname']
        .map((field) => text(consignee, field))
        .filter(Boolean)
        .join(' '),
      phone: text(consignee, 'mobile'),
      phone2: '',
      phone3: '',
      email: text(consignee, 'email'),
      address: ['address1', 'address2', 'address3']
        .map((field) => text(consignee, field))
        .filter(Boolean)
        .join(', '),
    },
    shipper: { name: text(shipper, 'shippername'), phone: text(shipper, 'mobile'), address: text(shipper, 'address1') },
    origin_city: text(shipper, 'cityname'),
    destination_city: text(consignee, 'cityname'),
    cod: whole(shipment, 'codamount') ?? 0,
    weight_grams: Math.round((numeric(shipment, 'weightinkg') ?? 0.5) * 1000),
    pieces: whole(shipment, 'pieces') ?? 1,
    contents: text(shipment, 'contentdesc'),
    remarks: text(shipment, 'remarks'),
    service: text(shipment, 'servicecode'),
    booked_at: context.now().toISOString(),
  });
  return booked(context, trackingNumber);
}

/** Two editions of the guide show two shapes: one with a status, one without. */
function booked(context: SandboxContext, consignmentNo: string): Answer {
  if (stableHash(consignmentNo) % 2 === 0) return json({ consignmentNo, message: 'SUCCESS', traceid: randomUUID() });
  const { hour, minute, second } = pakistanTime(context.now());
  const time = `${hour}:${minute}:${second}`;
  return json({
    response: 'SUCCESS',
    consignmentNo,
    code: '200',
    status: true,
    message: 'success',
    requestTime: time,
    responseTime: time,
  });
}

/** Either as the guide prints it or as live clients parse it. */
function invalid(reference: string, errors: FieldError[]): Answer {
  if (stableHash(reference) % 2 === 0) return withTraceId({ errorList: errors, message: 'Validation failed' }, 400);
  return withTraceId({
    error: errors.map((error) => ({ [error.key]: error.errormessage })),
    message: 'Validation failed',
  });
}

/** docs/contracts/tcs.md, "Cancelling": one text for every failure. */
export function cancelBooking(context: SandboxContext, account: TcsAccount, fields: Fields): Answer {
  const number = text(fields, 'consignmentnumber');
  if (number === '') return malformed('no consignmentNumber', withTraceId({ message: 'Failure: No Record Founds' }));
  const parcel = consignmentOf(context, account, number);
  if (!parcel || parcel.stage !== 'booked') return withTraceId({ message: 'Failure: No Record Founds' });
  consignmentBook(context).save(withScan(parcel, lifeCycleOf('TCS').cancelled, context.now()));
  return withTraceId({ message: 'SUCCESS' });
}

/** docs/contracts/tcs.md, "Labels": a PDF, or JSON when there is none. */
export async function printLabel(context: SandboxContext, account: TcsAccount, fields: Fields): Promise<Answer> {
  const parcel = consignmentOf(context, account, text(fields, 'consignmentno'));
  if (!parcel) return withTraceId({ message: 'CN not found', url: '' });
  const copies = text(fields, 'printtype') === '1' ? 3 : 1;
  const slip = labelOf(parcel, 'TCS Express');
  return pdf(await printPdf(Array.from({ length: copies }, () => slip)));
}

export function consignmentOf(context: SandboxContext, account: TcsAccount, number: string): Consignment | undefined {
  const parcel = consignmentBook(context).find('TCS', number);
  return parcel?.account === account.tcsaccount ? parcel : undefined;
}
