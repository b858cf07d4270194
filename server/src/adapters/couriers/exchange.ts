import type * as z from 'zod';
import { CourierError, type CourierErrorKind, type CourierTrace } from './courier-error.ts';
import type { CourierCall, CourierRequest } from './courier.ts';
import { traceOf } from './http.ts';
import { wordsOfErrorBody } from './words.ts';

/** One request to a courier and its answer, as the adapters read it. */
export type Exchange = {
  readonly status: number;
  readonly changes: boolean;
  readonly contentType: string;
  readonly body: Buffer;
  readonly trace: CourierTrace;
};

export async function exchange(call: CourierCall, request: CourierRequest): Promise<Exchange> {
  const response = await call.http({ ...request, signal: request.signal ?? call.signal });
  return {
    status: response.status,
    changes: request.changes,
    contentType: response.contentType,
    body: response.body,
    trace: traceOf(request, response.status, response.durationMs),
  };
}

/** The reply as JSON that matches a schema. Anything else does not tell us what the courier did. */
export function readJson<Schema extends z.ZodType>(answer: Exchange, schema: Schema): z.output<Schema> {
  if (answer.status === 401) throw failure(answer, 'unauthorised', wordsOfErrorBody(answer.body));
  const parsed = schema.safeParse(jsonOf(answer));
  if (!parsed.success) throw unreadable(answer, parsed.error);
  return parsed.data;
}

export function isPdf(answer: Exchange): boolean {
  return answer.body.subarray(0, 5).toString('latin1') === '%PDF-';
}

/** A reply that cannot be parsed. After a booking request the booking may exist; a read has simply failed. */
export function unreadable(answer: Exchange, cause?: unknown): CourierError {
  const message = 'The courier’s reply could not be read.';
  return new CourierError(unclear(answer), message, { trace: answer.trace, cause });
}

const sentences: Record<CourierErrorKind, string> = {
  unavailable: 'The courier is unavailable right now.',
  unauthorised: 'The courier rejected the credentials.',
  rejected: 'The courier refused.',
  uncertain: 'The courier did not say whether it did what we asked.',
};

export function failure(answer: Exchange, kind: CourierErrorKind, courierWords: string): CourierError {
  return new CourierError(kind, sentences[kind], { trace: answer.trace, courierWords });
}

/** The kind of error for a reply without a clear meaning. */
export function unclear(answer: Exchange): 'uncertain' | 'unavailable' {
  return answer.changes ? 'uncertain' : 'unavailable';
}

function jsonOf(answer: Exchange): unknown {
  try {
    return JSON.parse(answer.body.toString('utf8'));
  } catch (cause) {
    throw unreadable(answer, cause);
  }
}
