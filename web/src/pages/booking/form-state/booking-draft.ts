import { bookingDraftPrefix } from '../../../lib/interrupted-work.ts';
import type { BookingValues } from './booking-values.ts';

/** Unsaved values of a booking form, stored in this tab so that a reload loses nothing. */
export type BookingDraft = {
  values: BookingValues;
  /** The values the form started with. */
  base: BookingValues;
  /** The order version the values are based on. */
  version: string;
};

const keyOf = (orderId: string): string => bookingDraftPrefix + orderId;

/** Ignores a draft of an older release with other fields. */
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
