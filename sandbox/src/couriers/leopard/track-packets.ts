import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { json, malformed } from '../http/answer.ts';
import type { Consignment } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { commaList, text } from '../http/fields.ts';
import { pakistanDateTime, pakistanDay, pakistanTime } from '../../core/pakistan-time.ts';
import { stableHash } from '../../core/stable-hash.ts';
import type { LeopardAccount } from './accounts.ts';
import { refused } from './envelope.ts';

/** docs/contracts/leopards.md, "Tracking": one unknown number makes the whole batch fail. */
export function trackPackets(context: SandboxContext, account: LeopardAccount, fields: Fields): Answer {
  const numbers = commaList(text(fields, 'track_numbers'));
  if (numbers.length === 0) return malformed('no track_numbers', refused('CN required', 'packet_list'));
  const parcels: Consignment[] = [];
  for (const number of numbers) {
    const parcel = consignmentBook(context).find('LEOPARD', number);
    if (!parcel || parcel.account !== account.api_key) return refused(`No record found for ${number}`, 'packet_list');
    parcels.push(parcel);
  }
  return json({ status: 1, error: 0, packet_list: parcels.map(trackedPacket) });
}

function trackedPacket(parcel: Consignment) {
  const { year, month, day } = pakistanTime(parcel.booked_at);
  return {
    booking_date: `${day}/${month}/${year}`,
    track_number: parcel.tracking_number,
    track_number_short: parcel.tracking_number.slice(2),
    booked_packet_weight: String(parcel.weight_grams),
    arival_dispatch_weight: String(parcel.weight_grams),
    booked_packet_vol_weight_w: '',
    booked_packet_vol_weight_h: '',
    booked_packet_vol_weight_l: '',
    booked_packet_no_piece: String(parcel.pieces),
    booked_packet_collect_amount: String(parcel.cod),
    booked_packet_order_id: parcel.reference,
    origin_city_name: parcel.origin_city,
    destination_city_name: parcel.destination_city,
    invoice_number: '',
    invoice_date: '',
    shipment_name_eng: parcel.shipper.name,
    shipment_email: '',
    shipment_phone: parcel.shipper.phone,
    shipment_address: parcel.shipper.address,
    consignment_name_eng: parcel.consignee.name,
    consignment_email: parcel.consignee.email,
    consignment_phone: parcel.consignee.phone,
    consignment_phone_two: parcel.consignee.phone2,
    consignment_phone_three: parcel.consignee.phone3,
    consignment_address: parcel.consignee.address,
    special_instructions: parcel.remarks,
    booked_packet_status: parcel.status,
    activity_date: pakistanDay(parcel.moved_at),
    status_remarks: remarksOf(parcel),
    ...trackingDetail(parcel),
  };
}

/** Receiver when delivered, reason when pending or returned. */
function remarksOf(parcel: Consignment): string {
  if (parcel.stage === 'delivered') return parcel.consignee.name;
  return parcel.events.findLast((event) => event.reason)?.reason ?? '';
}

/** A fresh booking has an empty list, or none. */
function trackingDetail(parcel: Consignment): Record<string, unknown> {
  if (parcel.events.length === 0 && stableHash(parcel.tracking_number) % 2 === 0) return {};
  return {
    'Tracking Detail': parcel.events.map((event) => {
      const at = event.time ?? pakistanDateTime(event.at);
      return {
        Status: event.status,
        Activity_Date: at.slice(0, 10),
        Activity_Time: at.slice(11),
        Activity_datetime: at,
        Reason: event.reason ?? null,
        Reciever_Name: event.stage === 'delivered' ? parcel.consignee.name : null,
      };
    }),
  };
}
