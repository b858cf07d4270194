import * as z from 'zod';
import { GivenText, isTrue, listOf, Text, wholeListOf } from '../reply-values.ts';

/** `status` is 1 or "1" on success; `error` is a text or an object on failure. */
const envelope = {
  status: z.union([z.string(), z.number(), z.boolean()]).transform((value) => Number(value)),
  error: z.unknown().optional(),
  message: z.unknown().optional(),
};

export const BookReply = z.object({
  ...envelope,
  track_number: Text,
  slip_link: Text,
  packet_list: listOf(z.object({ track_number: Text, slip_link: Text })),
});

export const CancelReply = z.object(envelope);

export const LoadSheetReply = z.object({ ...envelope, load_sheet_id: Text });

export const CitiesReply = z.object({
  ...envelope,
  city_list: listOf(
    z.object({
      id: Text,
      name: Text,
      shipment_type: listOf(Text.transform((service) => service.toLowerCase())),
      allow_as_destination: Text.transform((value) => value === '' || isTrue(value)),
    }),
  ),
});

const Event = z
  .object({
    Status: Text,
    Staus: Text,
    Activity_datetime: Text,
    Activity_Date: Text,
    'Activity Date': Text,
    Activity_Time: Text,
    Reason: Text,
    Reciever_Name: Text,
    'Reciever Name': Text,
  })
  .transform((row) => ({
    text: row.Status || row.Staus,
    at: row.Activity_datetime || `${row.Activity_Date || row['Activity Date']} ${row.Activity_Time}`,
    detail: row.Reason || row.Reciever_Name || row['Reciever Name'],
  }));

export const TrackReply = z.object({
  ...envelope,
  packet_list: listOf(
    z
      .object({
        track_number: Text,
        booking_date: Text,
        booked_packet_order_id: Text,
        booked_packet_collect_amount: Text,
        consignment_phone: Text,
        booked_packet_status: Text,
        'Tracking Detail': listOf(Event),
        Tracking_Detail: listOf(Event),
      })
      .transform((row) => ({ ...row, events: [...row['Tracking Detail'], ...row.Tracking_Detail] })),
  ),
});
export type TrackedPacket = z.infer<typeof TrackReply>['packet_list'][number];

/** Rows of both look-ups: `getShipmentDetailsByOrderID` (`data`) and `getBookedPacketLastStatus` (`packet_list`). */
const FoundRow = z
  .object({
    track_number: Text,
    tracking_number: Text,
    booking_date: Text,
    booked_packet_order_id: GivenText,
    booked_packet_collect_amount: Text,
    cod_value: Text,
    consignment_phone: Text,
    consignment_name_eng: Text,
    consignment_address: Text,
    destination_city: Text,
    booked_packet_status: Text,
  })
  .transform((row) => ({
    trackingNumber: row.track_number || row.tracking_number,
    reference: row.booked_packet_order_id,
    cod: row.booked_packet_collect_amount || row.cod_value,
    phone: row.consignment_phone,
    bookedAt: row.booking_date,
    status: row.booked_packet_status,
    name: row.consignment_name_eng,
    address: row.consignment_address,
    city: row.destination_city,
  }))
  .refine((row) => row.trackingNumber !== '' || row.reference === '');
export type FoundRow = z.infer<typeof FoundRow>;

export const LookupReply = z.object({ ...envelope, data: wholeListOf(FoundRow), packet_list: wholeListOf(FoundRow) });
