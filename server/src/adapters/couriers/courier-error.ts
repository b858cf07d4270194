/**
 * What a courier's failure means for the booking it answers:
 * - `unavailable`: nothing was done and nothing can be now (no byte left us, connection refused, 429).
 * - `unauthorised`: nothing was done; the account's credentials are refused.
 * - `rejected`: nothing was done; the courier said no in words (`courierWords`).
 * - `uncertain`: the request may or may not have been carried out.
 */
export type CourierErrorKind = 'unavailable' | 'unauthorised' | 'rejected' | 'uncertain';

/** A call to a courier as we may store it, without credentials and personal data. */
export type CourierTrace = {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly durationMs: number;
};

export class CourierError extends Error {
  readonly kind: CourierErrorKind;
  /** The courier's own words, cleaned for reading; empty when it said nothing readable. */
  readonly courierWords: string;
  readonly trace: CourierTrace | undefined;
  /** Seconds the courier asked us to wait, where it did. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: CourierErrorKind,
    message: string,
    detail: { courierWords?: string; trace?: CourierTrace; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause });
    this.name = 'CourierError';
    this.kind = kind;
    this.courierWords = detail.courierWords ?? '';
    this.trace = detail.trace;
    this.retryAfter = detail.retryAfter;
  }
}

/** What to show: the courier's own words or ours, without a final full stop, for use inside a sentence. */
export const wordsOf = (error: CourierError): string =>
  (error.courierWords || error.message).replace(/(?<![.\s])[.\s]+$/, '');
