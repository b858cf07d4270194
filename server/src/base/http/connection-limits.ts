import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { networkOf } from './network-of.ts';

/**
 * How long a client may take to send a request. Without this limit, a slow client could keep a connection open for
 * ever.
 */
export function requestTimeouts({ requestSeconds }: Config) {
  const requestTimeout = requestSeconds * 1000;
  return {
    requestTimeout,
    http: {
      headersTimeout: Math.min(20_000, requestTimeout),
      connectionsCheckingInterval: Math.min(5_000, requestTimeout / 4),
    },
  };
}

/**
 * Closes new connections from a network that has too many open. Node's `maxConnections` counts all clients together.
 * Behind a proxy all connections come from the proxy, so the proxy has to limit them.
 */
export function limitConnections(app: FastifyInstance, { trustProxy, connectionsPerAddress }: Config): void {
  if (trustProxy !== false) return;
  const open = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    if (count > connectionsPerAddress) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
