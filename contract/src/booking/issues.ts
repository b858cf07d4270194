import * as z from 'zod';

export const IssueCode = z.enum([
  // Whether the order may be booked at all.
  'already-booked',
  'came-back',
  'not-voided',
  'cancelled',
  'fulfilled',
  'nothing-to-ship',
  'not-in-store',
  'on-hold',
  'scheduled',
  'with-fulfilment-service',
  'pick-up',
  'local-delivery',
  'archived',
  'hidden-by-store',
  'test-order',
  'other-country',
  'second-parcel',
  'case-open',
  // How the customer pays.
  'other-currency',
  'payment-unsettled',
  'payment-returned',
  'paid-by-deposit',
  'partly-sent',
  'partly-stopped',
  'cod-unusual',
  'cod-rounded',
  'cod-over-limit',
  'cod-not-positive',
  // Who gets it, and where.
  'customer-withheld',
  'name-missing',
  'name-too-long',
  'name-unusual',
  'address-missing',
  'address-too-long',
  'address-unusual',
  'phone-missing',
  'phone-invalid',
  'phone-replaced',
  'city-missing',
  'city-uncertain',
  'city-list-unavailable',
  'earlier-returns',
  'email-invalid',
  // The parcel and its courier account.
  'account-missing',
  'account-unusable',
  'account-changed',
  'pieces-over-limit',
  'weight-unusual',
  'weight-unknown',
  // What a person and the store decided.
  'changed-in-store',
  'entered-before-change',
  'corrected-before',
  'in-other-batch',
  'same-customer',
  'invalid',
]);
export type IssueCode = z.infer<typeof IssueCode>;

/**
 * - `error`: cannot be booked until it is corrected.
 * - `warning`: a person must confirm it or change something first.
 * - `info`: for information; blocks nothing.
 */
export const IssueLevel = z.enum(['error', 'warning', 'info']);
export type IssueLevel = z.infer<typeof IssueLevel>;

const Subject = z.string().max(200);

/** Something about an order or its parcel that a person should know before it is booked. */
export const Issue = z.object({
  code: IssueCode,
  level: IssueLevel,
  /** Name of the field of the booking form, or empty for the whole order. */
  field: z.string(),
  /** A sentence for people. */
  msg: z.string(),
  /**
   * What a confirmation of this warning is about, such as `5200/5000` (this COD against this open amount) or the number to
   * void. When the subject changes, the warning must be confirmed again.
   */
  subject: Subject,
});
export type Issue = z.infer<typeof Issue>;

/** A person saw this warning and books all the same. It counts only while the subject of the warning is equal. */
export const Confirmation = z.object({ code: IssueCode, subject: Subject });
export type Confirmation = z.infer<typeof Confirmation>;

export const Confirmations = z.array(Confirmation).max(100);

export const isConfirmed = (issue: Pick<Issue, 'code' | 'subject'>, confirmed: readonly Confirmation[]): boolean =>
  confirmed.some(({ code, subject }) => code === issue.code && subject === issue.subject);
