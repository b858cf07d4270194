import * as z from 'zod';

/** Every way a call can fail that a caller may act on. */
export const ErrorCode = z.enum([
  'invalid-input',
  'unauthorised',
  'login-failed',
  'user-restricted',
  'email-unverified',
  'token-expired',
  'code-wrong',
  'passkey-refused',
  'two-factor-missing',
  'forbidden',
  'not-found',
  'too-large',
  'too-slow',
  'wrong-method',
  'wrong-type',
  'too-many-requests',
  'internal',
  'unavailable',
  'idempotency-conflict',
  'plan-limit',
  'order-already-fulfilled',
  'nothing-to-ship',
  'order-already-booked',
  'order-cancelled-in-store',
  'order-changed',
  'order-not-voided',
  'order-not-confirmed',
  'account-inactive',
  'account-incomplete',
  'account-busy',
  'city-unknown',
  'city-fetching-failed',
  'cod-too-high',
  'cod-unconfirmed',
  'courier-unavailable',
  'courier-unauthorised',
  'courier-rejected',
  'courier-uncertain',
  'store-unavailable',
  'store-unauthorised',
  'cannot-cancel',
  'cannot-delete',
  'cannot-resolve',
  'cannot-print',
  'cannot-export',
  'cannot-email',
  'already-emailed',
  'conflict',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** The text when the shop's plan does not allow more. */
export const planLimitText = 'Kindly upgrade your plan';

/** The reply to every failed call. `msg` is a sentence a merchant understands. */
export const Failure = z.object({
  errors: z
    .array(
      z.object({
        msg: z.string(),
        code: ErrorCode,
        /** Name of the input field that the message belongs to. */
        field: z.string().optional(),
        /** What a screen needs to continue, by code; see the endpoint. */
        detail: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1),
  request_id: z.string(),
  /** True when the shop's plan does not allow more. */
  plan_limit_error: z.boolean().optional(),
});
export type Failure = z.infer<typeof Failure>;

/** The most faults that one error reply names. */
export const maxFaults = 20;
