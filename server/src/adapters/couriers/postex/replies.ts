import * as z from 'zod';
import { isTrue, listOf, Text, wholeListOf } from '../reply-values.ts';

/** `statusCode` is a text; Spring's own errors have `status`, `error` and a trace instead. */
const envelope = {
  statusCode: Text,
  statusMessage: Text,
  status: Text,
  error: Text,
  message: Text,
  trace: Text,
};
export const Envelope = z.object(envelope);
export type Envelope = z.infer<typeof Envelope>;

const oneOrFirst = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (Array.isArray(value) ? value[0] : value), item.nullish().catch(undefined));

export const BookReply = z.object({ ...envelope, dist: oneOrFirst(z.object({ trackingNumber: Text })) });

export const CitiesReply = z.object({
  ...envelope,
  dist: listOf(
    z.object({
      operationalCityName: Text,
      isDeliveryCity: Text.transform((value) => value === '' || isTrue(value)),
    }),
  ),
});

export const AddressesReply = z.object({
  ...envelope,
  dist: listOf(z.object({ addressCode: Text, address: Text, cityName: Text, addressType: Text })),
});

const OrderRecord = z.object({
  trackingNumber: Text,
  orderRefNumber: Text,
  invoicePayment: Text,
  customerName: Text,
  customerPhone: Text,
  deliveryAddress: Text,
  transactionDate: Text,
  orderDeliveryDate: Text,
  transactionStatus: Text,
  cityName: Text,
  transactionStatusHistory: listOf(
    z.object({ transactionStatusMessage: Text, transactionStatusMessageCode: Text, updatedAt: Text }),
  ),
});
export type OrderRecord = z.infer<typeof OrderRecord>;

export const TrackReply = z.object({ ...envelope, dist: oneOrFirst(OrderRecord) });

const WrappedRecord = z
  .object({ trackingResponse: OrderRecord, trackingNumber: Text })
  .transform(({ trackingResponse, trackingNumber }) => ({
    ...trackingResponse,
    trackingNumber: trackingResponse.trackingNumber || trackingNumber,
  }));

/** Of the numbers that were asked for. An order without a record is unknown. */
export const TrackedListReply = z.object({
  ...envelope,
  dist: listOf(
    z.union([WrappedRecord, OrderRecord.refine((row) => row.transactionStatus !== '' || row.orderRefNumber !== '')]),
  ),
});

/** All orders of some days. A row is the record itself, or the record within `trackingResponse`. */
export const OrdersReply = z.object({
  ...envelope,
  dist: wholeListOf(
    z
      .union([WrappedRecord, OrderRecord])
      .refine((record) => record.trackingNumber !== '' || record.orderRefNumber === ''),
  ),
});
