import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { networkOf } from './network-of.ts';

/** How long a connection may take to send a request. Without it, one that sends a byte now and then stays for ever. */
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
 * Closes connections of a network that has too many open. Behind a proxy all connections come from the proxy, which
 * then has to limit them.
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
