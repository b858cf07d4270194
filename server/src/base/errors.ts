import type { ErrorCode } from '@courierdesk/contract/errors';

export type ErrorItem = {
  readonly code: ErrorCode;
  /** A sentence a merchant understands. */
  readonly msg: string;
  readonly field?: string | undefined;
  readonly detail?: Record<string, unknown> | undefined;
};

/** An expected failure, sent to the caller as it is. Any other error is a bug and becomes a plain 500. */
export class AppError extends Error {
  readonly items: readonly [ErrorItem, ...ErrorItem[]];
  constructor(
    code: ErrorCode,
    msg: string,
    rest: { field?: string; detail?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(msg, { cause: rest.cause });
    this.name = 'AppError';
    this.items = [{ code, msg, field: rest.field, detail: rest.detail }];
  }
  get code(): ErrorCode {
    return this.items[0].code;
  }
}

/** HTTP status per code. */
export const statusOf: Record<ErrorCode, number> = {
  'invalid-input': 400,
  unauthorised: 401,
  'login-failed': 400,
  'user-restricted': 403,
  'email-unverified': 403,
  'token-expired': 400,
  'code-wrong': 400,
  'passkey-refused': 400,
  'two-factor-missing': 403,
  forbidden: 403,
  'not-found': 404,
  'too-large': 413,
  'too-slow': 408,
  'wrong-method': 405,
  'wrong-type': 415,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
  'idempotency-conflict': 409,
  'plan-limit': 403,
  'order-already-fulfilled': 409,
  'nothing-to-ship': 409,
  'order-already-booked': 409,
  'order-cancelled-in-store': 409,
  'order-changed': 409,
  'order-not-voided': 409,
  'order-not-confirmed': 409,
  'account-inactive': 422,
  'account-incomplete': 422,
  'account-busy': 429,
  'city-unknown': 422,
  'city-fetching-failed': 422,
  'cod-too-high': 422,
  'cod-unconfirmed': 409,
  'courier-unavailable': 422,
  'courier-unauthorised': 422,
  'courier-rejected': 422,
  'courier-uncertain': 422,
  'store-unavailable': 422,
  'store-unauthorised': 422,
  'cannot-cancel': 409,
  'cannot-delete': 409,
  'cannot-resolve': 409,
  'cannot-print': 409,
  'cannot-export': 409,
  'cannot-email': 409,
  'already-emailed': 409,
  conflict: 409,
};

export const notFound = (what: string): AppError => new AppError('not-found', `${what} was not found.`);

/** How many seconds the caller has to wait, when there were too many attempts. */
export function retryAfterOf(error: unknown): number | undefined {
  const seconds = error instanceof AppError ? error.items[0].detail?.['retry_after'] : undefined;
  return typeof seconds === 'number' ? seconds : undefined;
}
