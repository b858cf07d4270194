import * as http from 'node:http';
import * as https from 'node:https';
import { CourierError, type CourierTrace } from './courier-error.ts';
import type { CourierHttp, CourierRequest, CourierResponse } from './courier.ts';
import { wordsOfErrorBody } from './words.ts';

export const labelBytes = 20 * 1024 * 1024;
const answerBytes = 5 * 1024 * 1024;

/**
 * All requests to couriers go through here. A request that changes something is sent once, on its own connection, and
 * its failure shows whether the courier may have received it: `unavailable` before the connection was open, afterwards
 * `uncertain`. Reads share kept-alive connections and only ever fail as `unavailable`.
 * Statuses 429, 3xx and 5xx are failures here; all others are the adapter's to read.
 */
export function createCourierHttp(limits: { connectTimeoutMs?: number } = {}): CourierHttp {
  const connectTimeoutMs = limits.connectTimeoutMs ?? 10_000;
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };

  return async (request) => {
    const response = await send(request, { connectTimeoutMs, agents, fresh: request.changes });
    return refuseFailures(request, response);
  };
}

type Way = {
  readonly connectTimeoutMs: number;
  readonly agents: { 'http:': http.Agent; 'https:': https.Agent };
  readonly fresh: boolean;
};

function send(request: CourierRequest, way: Way): Promise<CourierResponse> {
  const url = addressOf(request);
  const secure = url.protocol === 'https:';
  const body = request.json === undefined ? undefined : Buffer.from(JSON.stringify(request.json));
  const startedAt = performance.now();
  const duration = () => Math.round(performance.now() - startedAt);

  return new Promise((resolve, reject) => {
    let connected = false;
    let settled = false;
    const outgoing = open(request, url, body, way.fresh ? false : way.agents[secure ? 'https:' : 'http:']);

    const settle = (done: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(connectTimer);
      clearTimeout(answerTimer);
      request.signal?.removeEventListener('abort', abort);
      done();
    };
    const fail = (message: string, cause?: unknown, status?: number) =>
      settle(() => {
        outgoing.destroy();
        const kind = request.changes && connected ? 'uncertain' : 'unavailable';
        reject(new CourierError(kind, message, { trace: traceOf(request, status, duration()), cause }));
      });
    const abort = () => fail('The call was cancelled.');

    const answerTimer = setTimeout(() => fail(`No reply within ${seconds(request.timeoutMs)}.`), request.timeoutMs);
    const connectTimer = setTimeout(
      () => connected || fail(`No connection within ${seconds(way.connectTimeoutMs)}.`),
      way.connectTimeoutMs,
    );
    request.signal?.addEventListener('abort', abort, { once: true });

    outgoing.on('socket', (socket) => {
      if (socket.connecting) socket.once(secure ? 'secureConnect' : 'connect', () => (connected = true));
      else connected = true;
    });
    outgoing.on('error', (error) => {
      if (!settled && !way.fresh && outgoing.reusedSocket && isReset(error)) {
        return settle(() => resolve(send(request, { ...way, fresh: true })));
      }
      fail(connected ? 'The connection closed before a reply arrived.' : 'We could not connect to the courier.', error);
    });
    outgoing.on('response', (incoming) => {
      const status = incoming.statusCode ?? 0;
      const maxBytes = request.maxBytes ?? answerBytes;
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) return fail('The reply is too large.', undefined, status);
        chunks.push(chunk);
      });
      incoming.on('error', (error) => fail('The reply was incomplete.', error, status));
      incoming.on('close', () => {
        if (!incoming.complete) fail('The reply was incomplete.', undefined, status);
      });
      incoming.on('end', () => {
        if (!incoming.complete) return;
        settle(() =>
          resolve({
            status,
            contentType: incoming.headers['content-type'] ?? '',
            headers: flatHeaders(incoming.headers),
            body: Buffer.concat(chunks),
            durationMs: duration(),
          }),
        );
      });
    });
    if (request.signal?.aborted) return abort();
    outgoing.end(body);
  });
}

function open(
  request: CourierRequest,
  url: URL,
  body: Buffer | undefined,
  agent: http.Agent | false,
): http.ClientRequest {
  try {
    return (url.protocol === 'https:' ? https : http).request(url, {
      method: request.method,
      agent,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Courierdesk',
        ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
        ...request.headers,
      },
    });
  } catch (cause) {
    const message = 'The credentials contain characters that cannot be sent.';
    throw new CourierError('unauthorised', message, { trace: traceOf(request, undefined, 0), cause });
  }
}

function refuseFailures(request: CourierRequest, response: CourierResponse): CourierResponse {
  const { status } = response;
  const trace = traceOf(request, status, response.durationMs);
  if (status === 429) {
    throw new CourierError('unavailable', 'Too many requests right now.', {
      trace,
      retryAfter: retryAfterOf(response.headers['retry-after']),
      courierWords: wordsOfErrorBody(response.body),
    });
  }
  if (status >= 500 || (status >= 300 && status < 400)) {
    throw new CourierError(request.changes ? 'uncertain' : 'unavailable', `The server answered with error ${status}.`, {
      trace,
      retryAfter: retryAfterOf(response.headers['retry-after']),
      courierWords: wordsOfErrorBody(response.body),
    });
  }
  return response;
}

/** What we may store of a call: only the path, because query strings and bodies contain passwords. */
export function traceOf(request: CourierRequest, status: number | undefined, durationMs: number): CourierTrace {
  const path = new URL(request.url).pathname;
  return { operation: request.operation, method: request.method, path, status, durationMs };
}

function addressOf(request: CourierRequest): URL {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
  return url;
}

function flatHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

function retryAfterOf(value: string | undefined): number | undefined {
  if (!value) return undefined;
  const wait = /^\d+$/.test(value.trim()) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined;
}

const isReset = (error: Error) => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;
