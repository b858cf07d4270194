import { bookingDraftPrefix } from '../../../lib/interrupted-work.ts';
import type { BookingValues } from './booking-values.ts';

/** What was typed into a booking form, kept for this tab so that a reload loses nothing. */
export type BookingDraft = {
  values: BookingValues;
  /** What the form started from. */
  base: BookingValues;
  /** The version of the order it was typed over. */
  version: string;
};

const keyOf = (orderId: string): string => bookingDraftPrefix + orderId;

/** A draft of an older page, with other fields, is nothing to go on. */
export function readDraft(orderId: string, shape: BookingValues): BookingDraft | undefined {
  const draft = parsed(sessionStorage.getItem(keyOf(orderId)));
  if (!isRecord(draft) || typeof draft['version'] !== 'string') return undefined;
  const { values, base, version } = draft;
  return fits(values, shape) && fits(base, shape) ? { values, base, version } : undefined;
}

export const writeDraft = (orderId: string, draft: BookingDraft): void =>
  sessionStorage.setItem(keyOf(orderId), JSON.stringify(draft));

export const dropDraft = (orderId: string): void => sessionStorage.removeItem(keyOf(orderId));

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const fits = (value: unknown, shape: BookingValues): value is BookingValues =>
  isRecord(value) && Object.entries(shape).every(([name, one]) => typeof value[name] === typeof one);
