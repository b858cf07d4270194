import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { json, malformed } from '../http/answer.ts';
import type { Consignment } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { text, texts } from '../http/fields.ts';
import { isDay, pakistanDay } from '../../core/pakistan-time.ts';
import type { LeopardAccount } from './accounts.ts';
import { refused } from './envelope.ts';

/** docs/contracts/leopards.md, "Looking up a booking": all of an order id, cancelled ones too, and no slip link. */
export function shipmentDetailsByOrderId(context: SandboxContext, account: LeopardAccount, fields: Fields): Answer {
  const ids = texts(fields, 'shipment_order_id');
  if (!ids || ids.length === 0)
    return malformed('shipment_order_id is no list', refused('Shipment Order ID is required'));
  const found = ids.flatMap((id) => consignmentBook(context).byReference('LEOPARD', account.api_key, id));
  if (found.length === 0) return refused('No record found');
  return json({ status: 1, error: '', data: found.map(shipmentDetails) });
}

/** docs/contracts/leopards.md, "Looking up a booking" */
export function bookedPacketLastStatus(context: SandboxContext, account: LeopardAccount, fields: Fields): Answer {
  const from = text(fields, 'from_date');
  const to = text(fields, 'to_date');
  if (!isDay(from) || !isDay(to)) return malformed('dates are not YYYY-MM-DD', refused('Invalid Date', 'packet_list'));
  const found = consignmentBook(context).bookedBetween('LEOPARD', account.api_key, from, to);
  return json({ status: 1, error: '0', packet_list: found.map(lastStatus) });
}

function shipmentDetails(parcel: Consignment) {
  return {
    booking_date: pakistanDay(parcel.booked_at).replaceAll('-', '/'),
    track_number: parcel.tracking_number,
    booked_packet_weight: String(parcel.weight_grams),
    booked_packet_no_piece: String(parcel.pieces),
    booked_packet_collect_amount: String(parcel.cod),
    booked_packet_order_id: parcel.reference,
    origin_city: parcel.origin_city,
    destination_city: parcel.destination_city,
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
    shipment_type_name: parcel.service,
    booked_packet_status: parcel.status,
    delivery_date: parcel.stage === 'delivered' ? pakistanDay(parcel.moved_at) : '',
    return_date: parcel.stage === 'returned' ? pakistanDay(parcel.moved_at) : '',
    invoice_number: '',
    invoice_date: '',
  };
}

function lastStatus(parcel: Consignment) {
  return {
    booking_date: pakistanDay(parcel.booked_at),
    delivery_date: parcel.stage === 'delivered' ? pakistanDay(parcel.moved_at) : '0000-00-00',
    tracking_number: parcel.tracking_number,
    booked_packet_weight: String(parcel.weight_grams),
    arival_dispatch_weight: String(parcel.weight_grams),
    booked_packet_order_id: parcel.reference,
    origin_city: parcel.origin_city,
    destination_city: parcel.destination_city,
    consignment_name_eng: parcel.consignee.name,
    consignment_phone: parcel.consignee.phone,
    consignment_address: parcel.consignee.address,
    booked_packet_status: parcel.status,
    cod_value: parcel.cod.toFixed(2),
  };
}
