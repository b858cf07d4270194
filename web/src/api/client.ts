import { apiBase } from '@courierdesk/contract/endpoint';
import type { BodyInput, Endpoint, ParamsInput, QueryInput, ReplyOf } from '@courierdesk/contract/endpoint';
import { Failure } from '@courierdesk/contract/errors';
import * as z from 'zod';
import { compareClocks } from '../lib/server-time.ts';
import { stringifySearch } from '../lib/search-params.ts';
import { storedToken } from '../lib/stored-session.ts';
import {
  ApiError,
  ConnectionError,
  isCallFailure,
  TimeoutError,
  UnreadableError,
  type CallFailure,
} from '../lib/failures.ts';

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : object extends Value
    ? { [K in Key]?: Value | undefined }
    : { [K in Key]: Value };

export type CallInput<E extends Endpoint> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>> & {
    headers?: Record<string, string> | undefined;
    signal?: AbortSignal | undefined;
    /** Default: 30 seconds. */
    timeoutMs?: number | undefined;
  };

export type ReportedFailure = {
  error: CallFailure;
  endedSession: boolean;
  endpoint: Pick<Endpoint, 'method' | 'path'>;
};

/** Called for every failed call, before the caller sees the error: sign-out on 401, the plan limit, a closed store. */
export const failureListeners = new Set<(failure: ReportedFailure) => void>();

/** Calls an endpoint. Throws a `CallFailure`; an aborted call throws the signal's reason. */
export function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> {
  return exchange(endpoint, input);
}

/** As `call`, with a body that is already serialised and compressed. */
export function callPacked<E extends Endpoint>(
  endpoint: E,
  input: Omit<CallInput<E>, 'body'> & { packed: Uint8Array<ArrayBuffer> },
): Promise<ReplyOf<E>> {
  return exchange(endpoint, { ...input, headers: { ...input.headers, 'content-encoding': 'gzip' } });
}

type RequestParts = { params?: unknown; query?: unknown; body?: unknown; packed?: Uint8Array<ArrayBuffer> } & Pick<
  CallInput<Endpoint>,
  'headers' | 'signal' | 'timeoutMs'
>;

async function exchange<E extends Endpoint>(endpoint: E, input: RequestParts): Promise<ReplyOf<E>> {
  const token = storedToken();
  // A page that is still shown after a sign-out asks for nothing.
  if (token === null && endpoint.access !== 'public') throw signedOut();
  try {
    return await answered(endpoint, input, token);
  } catch (error) {
    if (isCallFailure(error)) {
      const refused = error instanceof ApiError && error.status === 401;
      const endedSession = refused && endpoint.access !== 'public' && token !== null && token === storedToken();
      for (const listener of failureListeners) listener({ error, endedSession, endpoint });
    }
    throw error;
  }
}

/** As the server refuses a call without a session. */
export const signedOut = (): ApiError => new ApiError(401, [{ msg: 'Unauthorized', code: 'unauthorised' }], false, '');

async function answered<E extends Endpoint>(
  endpoint: E,
  input: RequestParts,
  token: string | null,
): Promise<ReplyOf<E>> {
  const response = await send(endpoint, input, token);
  const changing = endpoint.method !== 'GET';
  // What arrived in part, as when the person leaves the page, says nothing: not even that the session has ended.
  const read = (): Promise<ReplyOf<E>> =>
    response.json().catch((error: unknown) => {
      if (input.signal?.aborted) throw error;
      throw error instanceof SyntaxError ? new UnreadableError(changing) : new ConnectionError(changing);
    });
  if (!response.ok) throw await refusal(response, read);
  if (!isJson(response)) throw new UnreadableError(changing);
  return read();
}

async function send(endpoint: Endpoint, input: RequestParts, token: string | null): Promise<Response> {
  const timeoutMs = input.timeoutMs ?? 30_000;
  const timeout = AbortSignal.timeout(timeoutMs);
  const changing = endpoint.method !== 'GET';
  const body = input.packed ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  const sentAt = Date.now();
  try {
    const response = await fetch(pathOf(endpoint, entriesOf(input.params), entriesOf(input.query)), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token && endpoint.path !== '/login-user' ? { authorization: `Bearer ${token}` } : {}),
        ...input.headers,
      },
      body: body ?? null,
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    });
    compareClocks(response.headers.get('date'), sentAt);
    return response;
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw timeout.aborted ? new TimeoutError(Math.round(timeoutMs / 1000), changing) : new ConnectionError(changing);
  }
}

export function pathOf(
  endpoint: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  return `${apiBase}${path}${stringifySearch(query)}`;
}

const entriesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

const isJson = (response: Response): boolean => response.headers.get('content-type')?.includes('json') ?? false;

async function refusal(response: Response, read: () => Promise<unknown>): Promise<ApiError> {
  const body = await read().catch((error: unknown) => {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  });
  const failure = Failure.safeParse(body);
  if (failure.success) {
    const { errors, plan_limit_error: planLimit, request_id: requestId } = failure.data;
    return new ApiError(response.status, errors, planLimit ?? false, requestId);
  }
  const requestId = response.headers.get('x-request-id') ?? '';
  // A plan limit counts, even if the reply lacks other fields.
  const limit = PlanLimitReply.safeParse(body);
  if (!limit.success) return new ApiError(response.status, [], false, requestId);
  const [first] = limit.data.errors;
  return new ApiError(response.status, [{ msg: first?.msg ?? '', code: 'plan-limit' }], true, requestId);
}

const PlanLimitReply = z.object({
  plan_limit_error: z.literal(true),
  errors: z.array(z.object({ msg: z.string() })).catch([]),
});
