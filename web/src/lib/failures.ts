import { planLimitText, type ErrorCode } from '@courierdesk/contract/errors';

/** The four ways a call fails. Each text says what to do next. */
export type CallFailure = ConnectionError | TimeoutError | UnreadableError | ApiError;

const lookFirst = 'It may have gone through. Check before you try again.';

/** No response: the connection failed. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
  constructor(changing: boolean) {
    super(
      changing
        ? `The connection to Courierdesk broke. ${lookFirst}`
        : 'No connection to Courierdesk. Check your internet and try again.',
    );
  }
}

/** No response in time. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
  constructor(seconds: number, changing: boolean) {
    super(`Courierdesk did not answer within ${seconds} seconds. ${changing ? lookFirst : 'Please try again.'}`);
  }
}

/** A response arrived but could not be read. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
  constructor(changing: boolean) {
    super(
      `This page could not read the response from Courierdesk. ${changing ? lookFirst : 'Reload the page and try again.'}`,
    );
  }
}

/** Courierdesk did not answer. It may continue what it was doing, and a later call can reach it. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && error.status >= 502 && error.status <= 504);

/** Failures that screens show to the user; any other error is a bug. */
export const isCallFailure = (error: unknown): error is CallFailure =>
  error instanceof ApiError ||
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  error instanceof UnreadableError;

type Problem = {
  msg: string;
  code: ErrorCode | undefined;
  field?: string | undefined;
  detail?: Record<string, unknown> | undefined;
};

/** Courierdesk refused the request. The first problem gives the error's message. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly planLimit: boolean;
  readonly requestId: string;

  constructor(status: number, problems: readonly Problem[], planLimit: boolean, requestId: string) {
    super(problems[0]?.msg || (planLimit ? planLimitText : 'Network response was not ok'));
    this.status = status;
    this.problems = problems;
    this.planLimit = planLimit;
    this.requestId = requestId;
  }

  get code(): ErrorCode | undefined {
    return this.problems[0]?.code;
  }

  get detail(): Record<string, unknown> | undefined {
    return this.problems[0]?.detail;
  }
}

/** The text to show for anything thrown. `otherwise` is for a refusal without a message of the server. */
export function messageOf(error: unknown, otherwise = 'Something went wrong'): string {
  if (error instanceof ApiError && !error.problems[0]?.msg && !error.planLimit) return otherwise;
  return error instanceof Error && error.message ? error.message : otherwise;
}

export const hasCode = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code;
