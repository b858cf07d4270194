import { ApiError } from '../../../lib/failures.ts';
import type { BookingBody } from './booking-values.ts';

const storageKey = (orderId: string): string => `booking-attempt:${orderId}`;

/**
 * The `Idempotency-Key` of a booking attempt: a new one for each decision, the same one while the same request has no
 * answer, also after a reload.
 */
export function attemptKey(orderId: string, body: BookingBody): string {
  const sent = JSON.stringify(body);
  const [key, before] = sessionStorage.getItem(storageKey(orderId))?.split('\n') ?? [];
  if (key && before === sent) return key;
  const fresh = newKey();
  sessionStorage.setItem(storageKey(orderId), `${fresh}\n${sent}`);
  return fresh;
}

/** Courierdesk answered, so the next try needs a new key. */
export const attemptAnswered = (orderId: string): void => sessionStorage.removeItem(storageKey(orderId));

/** Whether the request may have succeeded although no reply confirms it. */
export const isUnanswered = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

/** A random UUID; `crypto.randomUUID` is missing on pages served without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes]
    .map((byte, place) => (place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
