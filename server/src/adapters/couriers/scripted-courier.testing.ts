import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the scripted server does with a request: an answer, or one of the ways in which an answer is lost. */
export type Answer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly json?: unknown;
      readonly text?: string;
      readonly pdf?: string;
    }
  | 'reset'
  | 'break-off'
  | 'silence';

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: http.IncomingHttpHeaders;
  readonly json: unknown;
};

export type ScriptedCourier = {
  readonly url: string;
  /** All requests since the last `answer`, in the order of their arrival. */
  readonly received: Received[];
  /** Sets what paths that contain a text answer; of several answers each one once, the last one from then on. */
  answer(script: Readonly<Record<string, Answer | readonly Answer[]>>): void;
  close(): Promise<void>;
};

/** A real server with answers that a test sets. Other paths get the HTML of a wrong path. */
export async function startScriptedCourier(): Promise<ScriptedCourier> {
  const received: Received[] = [];
  let script = new Map<string, Answer[]>();

  const respond = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const url = new URL(request.url ?? '/', 'http://courier');
    received.push({
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      json: parsed(Buffer.concat(chunks).toString('utf8')),
    });
    const answers = [...script].find(([path]) => url.pathname.includes(path))?.[1] ?? [];
    give(response, (answers.length > 1 ? answers.shift() : answers[0]) ?? htmlError(404));
  };
  const server = http.createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    received,
    answer(next) {
      received.length = 0;
      script = new Map(Object.entries(next).map(([path, answers]) => [path, [answers].flat()]));
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export const htmlError = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  text: `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center><hr>nginx</body></html>`,
});

function give(response: http.ServerResponse, answer: Answer): void {
  if (answer === 'silence') return;
  if (answer === 'reset') return void response.socket?.destroy();
  if (answer === 'break-off') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"status":1,', () => response.socket?.destroy());
    return;
  }
  const type =
    answer.json !== undefined ? 'application/json' : answer.pdf !== undefined ? 'application/pdf' : 'text/plain';
  response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers });
  response.end(answer.json !== undefined ? JSON.stringify(answer.json) : (answer.pdf ?? answer.text ?? ''));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const portOf = (address: AddressInfo | string | null) => (typeof address === 'object' && address ? address.port : 0);
