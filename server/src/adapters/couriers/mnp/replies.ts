import * as z from 'zod';
import { GivenText, isTrue, listOf, Text, TextAsWritten, wholeListOf } from '../reply-values.ts';

const envelope = { isSuccess: Text, isSucces: Text, message: Text, Message: Text };
const Envelope = z.object(envelope);
export type Envelope = z.infer<typeof Envelope>;

/** Most answers are a list of one object, some the object itself. */
const oneOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((value) => (Array.isArray(value) ? value[0] : value), z.object({ ...envelope, ...shape }));

/** The flag is a text in some answers, a boolean in others, and misspelt in a third kind. */
export const succeeded = (reply: Envelope): boolean => isTrue(reply.isSuccess || reply.isSucces);

/** The service's own words, or those of the framework that it runs in. */
export const wordsOf = (reply: Envelope): string => reply.message || reply.Message;

export const BookReply = oneOf({ orderReferenceId: Text });

/** Names carry blanks that belong to the spelling M&P wants back. */
export const CitiesReply = oneOf({ City: listOf(TextAsWritten) });

export const LocationsReply = oneOf({
  locationList: listOf(z.object({ locationID: Text, locationName: Text, locationAddress: Text })),
});

export const SubAccountsReply = oneOf({
  locationList: listOf(z.object({ subAccountId: Text, shipperName: Text, shipperAddress: Text })),
});

const TrackedCn = z.object({
  ConsignmentNumber: Text,
  OrderId: Text,
  BookingDate: Text,
  CODAmount: Text,
  ContactNo: Text,
  CNTrackingDetail: listOf(
    z.object({
      TrackingTagID: Text,
      TransactionTime: Text,
      Location: Text,
      TrackingStatus: Text,
      Event: Text,
      TrackingNarration: Text,
    }),
  ),
});
export type TrackedCn = z.infer<typeof TrackedCn>;

export const TrackReply = oneOf({ tracking_Details: listOf(TrackedCn) });

const FoundCn = z
  .object({
    consignmentNumber: Text,
    CustomerOrderNo: GivenText,
    consigneePhoneNo: Text,
    CODAmount: Text,
  })
  .refine((cn) => cn.consignmentNumber !== '' || cn.CustomerOrderNo === '');
export type FoundCn = z.infer<typeof FoundCn>;

export const LookupReply = oneOf({ Details: wholeListOf(FoundCn) });
