import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import type { Consignment, ParcelEvent } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { text } from '../http/fields.ts';
import { pakistanTime } from '../../core/pakistan-time.ts';
import { stableHash } from '../../core/stable-hash.ts';
import { noTrackingData, withTraceId } from './envelope.ts';

/** docs/contracts/tcs.md, "Tracking": before the first scan there is no data, nor for a wrong or a cancelled number. */
export function trackDetail(context: SandboxContext, fields: Fields): Answer {
  const number = text(fields, 'consignee');
  if (number === '') return malformed('no consignee', noTrackingData());
  const parcel = consignmentBook(context).find('TCS', number);
  if (!parcel || parcel.events.length === 0 || parcel.cancelled) return noTrackingData();
  const newestFirst = parcel.events.toReversed();
  const outcomes = newestFirst.filter((event) => event.code !== undefined);
  return withTraceId({
    shipmentinfo: [shipmentInfo(parcel)],
    deliveryinfo: outcomes.length === 0 ? null : outcomes.map((event) => deliveryInfo(parcel, event)),
    checkpoints: newestFirst.map((event) => checkpoint(parcel, event)),
    shipmentsummary: summaryOf(parcel),
    message: 'SUCCESS',
    timezone: 'GMT+05:00',
  });
}

function shipmentInfo(parcel: Consignment) {
  const { monthName, day, year } = pakistanTime(parcel.booked_at);
  return {
    consignmentno: parcel.tracking_number,
    bookingdate: `${monthName} ${day}, ${year}`,
    shipper: parcel.shipper.name,
    consignee: parcel.consignee.name,
    origin: parcel.origin_city,
    origincountry: 'PAK',
    destination: parcel.destination_city,
    destinationcountry: 'PAK',
    referenceno: stableHash(parcel.tracking_number) % 2 === 0 ? 'NA' : parcel.reference,
  };
}

function deliveryInfo(parcel: Consignment, event: ParcelEvent) {
  return {
    consignmentno: parcel.tracking_number,
    station: event.place ?? parcel.destination_city,
    datetime: event.time ?? tcsDateTime(event.at, 1),
    recievedby: event.stage === 'delivered' ? parcel.consignee.name.toUpperCase() : null,
    status: event.message ?? event.status,
    code: event.code,
    allowshow: 'Y',
  };
}

/** `recievedby` is the facility for a scan and the person for a delivery. */
function checkpoint(parcel: Consignment, event: ParcelEvent) {
  return {
    consignmentno: parcel.tracking_number,
    datetime: event.time ?? tcsDateTime(event.at, 10),
    recievedby: event.stage === 'delivered' ? parcel.consignee.name.toUpperCase() : (event.place ?? null),
    status: event.status,
  };
}

function summaryOf(parcel: Consignment): string {
  const last = parcel.events.at(-1);
  if (parcel.stage === 'delivered' && last) {
    return `Current Status: DELIVERED\nDelivered On: ${tcsDateTime(last.at, 10)}\nSigned By:  ${parcel.consignee.name}`;
  }
  const status = `Current Status: ${(last?.message ?? parcel.status).toUpperCase()}`;
  if (parcel.stage !== 'in_transit') return status;
  const due = pakistanTime(new Date(Date.parse(parcel.booked_at) + 2 * 86_400_000));
  const date = `${due.day}-${due.monthName.toUpperCase()}-${due.year.slice(2)}`;
  return `${status}\nExpected Delivery Date : ${date} between 9 AM to 6 PM`;
}

/** `Monday    Oct 14, 2024 23:19`: the weekday may be padded with blanks, there are no seconds and no zone. */
function tcsDateTime(at: string, weekdayWidth: number): string {
  const { weekday, monthName, day, year, hour, minute } = pakistanTime(at);
  const padded = weekdayWidth > 1 ? weekday.padEnd(weekdayWidth) : `${weekday} `;
  return `${padded}${monthName} ${day}, ${year} ${hour}:${minute}`;
}
