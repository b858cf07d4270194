import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const Attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .default([])
  .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0]])));
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Attributes,
  status: z.object({ code: z.number().optional(), message: z.string().optional() }).default({}),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  events: z.array(z.unknown()).default([]),
});
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

export type ReceivedSpan = z.output<typeof Span>;

/** Takes traces as OTLP over HTTP, as Jaeger and Tempo do. */
export class Collector {
  /** As they arrived. */
  readonly bodies: string[] = [];
  readonly headers: Record<string, unknown>[] = [];
  readonly resources: Record<string, unknown>[] = [];
  readonly spans: ReceivedSpan[] = [];
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start({ answers = true } = {}): Promise<Collector> {
    const server = createServer((request, reply) => {
      void text(request).then((body) => {
        if (request.method === 'POST' && request.url === '/v1/traces') {
          collector.headers.push(request.headers);
          collector.#take(body);
        }
        if (answers) reply.setHeader('content-type', 'application/json').end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const collector = new Collector(server);
    return collector;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(body: string): void {
    this.bodies.push(body);
    for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans) {
      this.resources.push(resource.attributes);
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
  }
}

/** The names of a span and of those above it, from the first span of its trace: `POST /book-order > claim`. */
export function pathOf(span: ReceivedSpan, trace: readonly ReceivedSpan[]): string {
  if (!span.parentSpanId) return span.name;
  const parent = trace.find(({ spanId }) => spanId === span.parentSpanId);
  return `${parent ? pathOf(parent, trace) : '(missing)'} > ${span.name}`;
}
