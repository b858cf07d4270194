import { describeContents, cutToFit, oneLine, remarksWith } from '../booking-texts.ts';
import type { CourierAccess, CourierBooking } from '../courier.ts';

const longText = 500;

/**
 * One order of `v3/create-order` (docs/contracts/postex.md, "Booking"), which has no field for further phones. Remarks are
 * on the label for all to read: no e-mail. Weight in kg.
 */
export function createOrderBody(account: CourierAccess, booking: CourierBooking): Record<string, unknown> {
  const { consignee } = booking;
  return {
    orderRefNumber: booking.reference,
    invoicePayment: booking.cod,
    customerName: oneLine(consignee.name),
    customerPhone: consignee.phone,
    deliveryAddress: oneLine(consignee.address),
    cityName: booking.city.id,
    invoiceDivision: 1,
    items: booking.pieces,
    orderType: 'Normal',
    pickupAddressCode: account.fields['address_code'] ?? '',
    orderDetail: cutToFit(describeContents(booking), longText),
    transactionNotes: cutToFit(
      remarksWith(booking, { before: { 'Phone 2': consignee.phone2, 'Phone 3': consignee.phone3 } }),
      longText,
    ),
    bookingWeight: booking.weight / 1000,
  };
}
