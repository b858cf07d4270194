import * as z from 'zod';
import { listOf, Text } from '../reply-values.ts';
import { flattenWords } from '../words.ts';

/**
 * TCS swaps the types of `code` and `status` between answers and reports errors in three ways:
 * docs/contracts/tcs.md, "Answers and failures".
 */
const envelope = {
  message: Text,
  status: Text,
  code: Text,
  response: Text,
  error: z.unknown().optional(),
  errorList: z.unknown().optional(),
};
export const Envelope = z.object(envelope);
export type Envelope = z.infer<typeof Envelope>;

export const BearerReply = z.object({
  ...envelope,
  result: z.object({ accessToken: Text, expiry: Text }).nullish().catch(undefined),
});

export const AccessReply = z.object({ ...envelope, accesstoken: Text, expiry: Text });

export const BookReply = z.object({ ...envelope, consignmentNo: Text, consignmentno: Text });

export const CitiesReply = z.object({ ...envelope, data: listOf(z.object({ citycode: Text, cityname: Text })) });

export const CostCentresReply = z.object({
  ...envelope,
  detail: listOf(
    z.object({ costcentercode: Text, costcentercity: Text, costcentername: Text, isactive: Text, isdeleted: Text }),
  ),
});

export const LabelReply = z.object({ ...envelope, url: Text, data: Text, base64: Text });

const DeliveryRow = z.object({
  consignmentno: Text,
  station: Text,
  datetime: Text,
  recievedby: Text,
  status: Text,
  code: Text,
});
const CheckpointRow = z.object({ consignmentno: Text, datetime: Text, recievedby: Text, status: Text });

export const TrackReply = z.object({
  ...envelope,
  shipmentinfo: listOf(z.object({ consignmentno: Text, bookingdate: Text, referenceno: Text })),
  deliveryinfo: listOf(DeliveryRow),
  checkpoints: listOf(CheckpointRow),
  shipmentsummary: Text,
});
export type TrackReply = z.infer<typeof TrackReply>;

/** Keys have spaces and differ between accounts: we compare only their letters and digits. */
const ListedRow = z.record(z.string(), z.unknown()).transform((row) => {
  const values = new Map(
    Object.entries(row).map(([key, value]) => [key.toLowerCase().replace(/[^a-z0-9]/g, ''), Text.parse(value)]),
  );
  const first = (...keys: string[]) => keys.map((key) => values.get(key)).find(Boolean) ?? '';
  return {
    trackingNumber: first('cnbycourier', 'consignmentno', 'consignmentnumber', 'cnno', 'cn'),
    reference: first('orderno', 'referenceno', 'customerreferenceno', 'reference', 'custref'),
    status: first('cnstatus', 'status'),
    paymentStatus: first('paymentstatus'),
    cod: first('codamount', 'cod'),
    phone: first('consigneemobile', 'consigneemobno', 'consigneephone', 'mobile'),
    bookedAt: first('bookingdate', 'bookedon'),
  };
});
export type ListedRow = z.infer<typeof ListedRow>;

export const ListReply = z.object({ ...envelope, detail: listOf(ListedRow) });

/** What TCS says in any of its error shapes. */
export function wordsOf(reply: Envelope): string {
  return flattenWords([messagesIn(reply.errorList), messagesIn(reply.error), reply.message]);
}

/** The texts of an error list without their field names, which one of the formats has under `key`. */
function messagesIn(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown) => {
    const keyed = z.object({ key: Text, errormessage: Text }).safeParse(entry);
    if (!keyed.success || keyed.data.errormessage === '') return entry;
    return [keyed.data.key, keyed.data.errormessage].filter(Boolean).join(': ');
  });
}
