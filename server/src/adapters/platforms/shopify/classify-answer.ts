import { z } from 'zod';
import { PlatformError, type PlatformErrorKind } from '../platform.ts';
import type { Cost } from './cost-budget.ts';
import { jsonOf, retryAfterMs, type HttpAnswer } from './http.ts';

type Verdict<Reply> =
  | { readonly kind: 'data'; readonly data: Reply; readonly cost: Cost | undefined }
  | { readonly kind: 'token-refused'; readonly error: PlatformError }
  /** Nothing was done; the same request may be sent again after the wait. */
  | { readonly kind: 'wait'; readonly waitMs: number; readonly cost: Cost | undefined; readonly error: PlatformError }
  /** Nothing reached Shopify. */
  | { readonly kind: 'not-sent'; readonly error: PlatformError }
  /** A write may have been carried out. */
  | { readonly kind: 'lost'; readonly error: PlatformError }
  | { readonly kind: 'failed'; readonly error: PlatformError };

/** A query dearer than Shopify answers at once: ask for less. */
export class ShopifyMaxCostError extends PlatformError {
  constructor(detail: Detail) {
    super('rejected', 'Shopify says this query costs too much.', detail);
    this.name = 'ShopifyMaxCostError';
  }
}

/** The table of docs/contracts/shopify.md, "Errors". */
export function classifyAnswer<Reply>(answer: HttpAnswer, schema: z.ZodType<Reply>): Verdict<Reply> {
  if (answer.kind === 'not-sent') {
    return { kind: 'not-sent', error: new PlatformError('unavailable', 'We could not reach Shopify.', answer) };
  }
  if (answer.kind === 'lost') {
    return { kind: 'lost', error: new PlatformError('unavailable', 'Shopify did not respond.', answer) };
  }
  const body = jsonOf(answer.text);
  const detail = { platformWords: wordsOf(body), requestId: answer.headers.get('x-request-id') ?? undefined };
  return answer.status === 200
    ? classifyBody(body, schema, detail)
    : classifyStatus(answer.status, retryAfterMs(answer.headers), detail);
}

type Detail = { platformWords: string; requestId: string | undefined };

function classifyStatus(status: number, retryAfter: number | undefined, detail: Detail): Verdict<never> {
  const failed = (kind: PlatformErrorKind, message: string): Verdict<never> => ({
    kind: 'failed',
    error: new PlatformError(kind, message, detail),
  });
  if (status === 401) {
    const error = new PlatformError(
      'unauthorised',
      'The store no longer accepts our access. Install the app again.',
      detail,
    );
    return { kind: 'token-refused', error };
  }
  const closed = closedStoreError(status, detail);
  if (closed) return { kind: 'failed', error: closed };
  if (status === 403) return failed('unauthorised', 'Shopify does not allow us to access the store.');
  if (status === 404) return failed('unauthorised', 'Shopify does not know this store.');
  if (status === 429) return tooBusy(retryAfter ?? 1000, undefined, detail);
  if (status >= 300 && status < 400) return failed('unavailable', 'Shopify redirected the request.');
  if (status >= 400 && status < 500 && status !== 408) return failed('rejected', 'Shopify refused the request.');
  return { kind: 'lost', error: new PlatformError('unavailable', 'Shopify has a technical problem.', detail) };
}

/** A frozen or locked store opens again, with the access that it gave us. */
export function closedStoreError(status: number, detail: Detail): PlatformError | undefined {
  if (status === 402)
    return new PlatformError('unavailable', 'The store is frozen until its Shopify bill is paid.', {
      ...detail,
      closedAs: 'frozen',
    });
  if (status === 423)
    return new PlatformError('unavailable', 'Shopify has locked the store.', { ...detail, closedAs: 'locked' });
  return undefined;
}

function classifyBody<Reply>(body: unknown, schema: z.ZodType<Reply>, detail: Detail): Verdict<Reply> {
  const lost = (message: string, cause?: unknown): Verdict<Reply> => ({
    kind: 'lost',
    error: new PlatformError('unavailable', message, { ...detail, cause }),
  });
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return lost('Shopify’s reply could not be read.', envelope.error);
  const { data, errors, extensions } = envelope.data;
  const codes = errors.map((error) => error.extensions?.code ?? '');

  if (codes.includes('THROTTLED')) return tooBusy(throttledWaitMs(extensions?.cost), extensions?.cost, detail);
  if (codes.includes('MAX_COST_EXCEEDED')) return { kind: 'failed', error: new ShopifyMaxCostError(detail) };
  if (errors.some((error) => !isHiddenField(error, data))) {
    if (codes.includes('ACCESS_DENIED')) {
      const error = new PlatformError('unauthorised', 'The app is missing a permission in the store.', detail);
      return { kind: 'failed', error };
    }
    if (!codes.every((code) => refusals.has(code))) return lost('Shopify has a technical problem.');
    return { kind: 'failed', error: new PlatformError('rejected', 'Shopify refused the request.', detail) };
  }
  const reply = schema.safeParse(data);
  if (!reply.success) return lost('Shopify’s reply has an unexpected format.', reply.error);
  return { kind: 'data', data: reply.data, cost: extensions?.cost };
}

/** Until the bucket holds what the query costs, by the words of the refusal itself. */
function throttledWaitMs(cost: Cost | undefined): number {
  if (!cost || cost.throttleStatus.restoreRate <= 0) return 1000;
  const { currentlyAvailable, restoreRate } = cost.throttleStatus;
  return Math.max(100, Math.ceil(((cost.requestedQueryCost - currentlyAvailable) / restoreRate) * 1000));
}

/** Codes that say the request was understood and not carried out. */
const refusals = new Set([
  'RESOURCE_NOT_FOUND',
  'INVALID_VARIABLE',
  'undefinedField',
  'missingRequiredArguments',
  'argumentLiteralsIncompatible',
  'selectionMismatch',
  'PARSE_ERROR',
  'MAX_INPUT_SIZE_EXCEEDED',
  'BAD_REQUEST',
]);

function tooBusy(waitMs: number, cost: Cost | undefined, detail: Detail): Verdict<never> {
  const error = new PlatformError('unavailable', 'Shopify is limiting our requests.', {
    ...detail,
    retryAfterMs: waitMs,
  });
  return { kind: 'wait', waitMs, cost, error };
}

/**
 * A single field that we may not see (protected customer data, `assignedLocation.location`). It is `null`, and the rest
 * of the answer is valid. A missing object is not a hidden field: it would mean "deleted".
 */
function isHiddenField(error: GraphqlError, data: unknown): boolean {
  const path = error.path ?? [];
  if (error.extensions?.code !== 'ACCESS_DENIED' || path.length < 2 || typeof path.at(-1) !== 'string') return false;
  const owner = path.slice(0, -1).reduce<unknown>(memberOf, data);
  return typeof owner === 'object' && owner !== null && memberOf(owner, path.at(-1) ?? '') === null;
}

function memberOf(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** What Shopify said in words: `errors` is a text, a list of `{message}`, or on token calls `error_description`. */
export function wordsOf(body: unknown): string {
  const words = Words.safeParse(body);
  if (!words.success) return '';
  const { errors, error, error_description: description } = words.data;
  if (typeof errors === 'string') return errors;
  if (errors) return errors.map(({ message }) => message).join(' ');
  return description ?? error ?? '';
}

const Words = z.object({
  errors: z.union([z.string(), z.array(z.object({ message: z.string() }))]).nullish(),
  error: z.string().nullish(),
  error_description: z.string().nullish(),
});

const GraphqlError = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.object({ code: z.string().optional() }).optional(),
});
type GraphqlError = z.infer<typeof GraphqlError>;

const Envelope = z.object({
  data: z.unknown().optional(),
  errors: z.array(GraphqlError).default([]),
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: z.number(),
          throttleStatus: z.object({
            maximumAvailable: z.number(),
            currentlyAvailable: z.number(),
            restoreRate: z.number(),
          }),
        })
        .optional(),
    })
    .optional(),
});
