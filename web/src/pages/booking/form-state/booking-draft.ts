import * as z from 'zod';
import { bookingDraftPrefix } from '../../../lib/interrupted-work.ts';
import { stored } from '../../../lib/stored.ts';
import type { BookingValues } from './booking-values.ts';

/** Unsaved values of a booking form, stored in this tab so that a reload loses nothing. */
const BookingDraft = z.object({
  values: z.custom<BookingValues>(isRecord),
  /** The values the form started with. */
  base: z.custom<BookingValues>(isRecord),
  /** The order version the values are based on. */
  version: z.string(),
});
export type BookingDraft = z.infer<typeof BookingDraft>;

const draftOf = (orderId: string) => stored('session', bookingDraftPrefix + orderId, BookingDraft);

/** Ignores a draft of an older release with other fields. */
export function readDraft(orderId: string, shape: BookingValues): BookingDraft | undefined {
  const draft = draftOf(orderId).read();
  return draft && fits(draft.values, shape) && fits(draft.base, shape) ? draft : undefined;
}

export const writeDraft = (orderId: string, draft: BookingDraft): void => draftOf(orderId).write(draft);

export const dropDraft = (orderId: string): void => draftOf(orderId).remove();

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const fits = (values: BookingValues, shape: BookingValues): boolean =>
  Object.entries(shape).every(([name, value]) => typeof Reflect.get(values, name) === typeof value);
