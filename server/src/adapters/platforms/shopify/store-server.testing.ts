import http from 'node:http';
import { onTestFinished } from 'vitest';
import type { Platform, PlatformAccess } from '../platform.ts';
import { createShopify, type Shopify } from './client.ts';
import { createShopifyPlatform } from './platform.ts';
import type { ShopifyOptions } from './settings.ts';

export type Received = { readonly path: string; readonly headers: http.IncomingHttpHeaders; readonly body: string };
export type Reply = { status?: number; headers?: Record<string, string>; body: unknown } | 'drop';

/**
 * A real server on a real socket that answers with the given replies in turn (a function may look at the request).
 * The last one is repeated for all later calls. Waiting moves the clock instead of taking time.
 */
export async function aStore(
  replies: (Reply | ((received: Received) => Reply))[],
  options: Partial<ShopifyOptions> = {},
): Promise<{
  shopify: Shopify;
  platform: Platform;
  access: PlatformAccess;
  received: Received[];
  waits: number[];
  url: string;
}> {
  const received: Received[] = [];
  const respond = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString('utf8');
    const entry = { path: request.url ?? '', headers: request.headers, body };
    received.push(entry);
    const next = replies[Math.min(received.length, replies.length) - 1] ?? 'drop';
    const reply = typeof next === 'function' ? next(entry) : next;
    if (reply === 'drop') {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status ?? 200, { 'x-request-id': `req-${received.length}`, ...reply.headers });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  };
  const server = http.createServer((request, response) => void respond(request, response));
  const url = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const waits: number[] = [];
  let clock = Date.now();
  const shopify = createShopify({
    clientId: 'client',
    clientSecret: 'secret',
    baseUrl: (domain) => `${url}/${domain}`,
    now: () => new Date(clock),
    sleep: async (ms) => {
      waits.push(ms);
      clock += ms;
    },
    ...options,
  });
  return { shopify, platform: createShopifyPlatform(shopify), access: anAccess(), received, waits, url };
}

export function anAccess(): PlatformAccess & { renewals: string[] } {
  const renewals: string[] = [];
  return {
    domain: 'demo-store.myshopify.com',
    renewals,
    token: async () => 'token-1',
    renewedToken: async (refused) => {
      renewals.push(refused);
      return 'token-2';
    },
  };
}

export async function listening(server: http.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}
