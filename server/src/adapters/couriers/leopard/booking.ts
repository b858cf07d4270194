import { describeContents, cutToFit, oneLine, remarksWith } from '../booking-texts.ts';
import type { CourierAccess, CourierBooking } from '../courier.ts';

/** Leopards publishes no lengths; what is longer than this does not fit on its slip. */
const instructionsLength = 500;

/** `shipment_*` is the sender, `consignment_*` the receiver. Weight in grams. See docs/contracts/leopards.md, "Booking". */
export function bookPacketBody(account: CourierAccess, booking: CourierBooking): Record<string, unknown> {
  const { consignee } = booking;
  const shipper = account.fields['shipment_id']?.trim();
  return {
    booked_packet_weight: booking.weight,
    booked_packet_no_piece: booking.pieces,
    booked_packet_collect_amount: booking.cod,
    booked_packet_order_id: booking.reference,
    origin_city: 'self',
    destination_city: Number(booking.city.id),
    ...(shipper ? { shipment_id: Number(shipper) } : {}),
    shipment_name_eng: 'self',
    shipment_email: 'self',
    shipment_phone: 'self',
    shipment_address: 'self',
    consignment_name_eng: oneLine(consignee.name),
    consignment_email: oneLine(consignee.email),
    consignment_phone: consignee.phone,
    consignment_phone_two: consignee.phone2,
    consignment_phone_three: consignee.phone3,
    consignment_address: oneLine(consignee.address),
    special_instructions: instructions(booking),
    shipment_type: 'overnight',
  };
}

function instructions(booking: CourierBooking): string {
  const text = remarksWith(booking, { after: { Contents: describeContents(booking) } });
  return cutToFit(text, instructionsLength) || 'No instructions';
}
