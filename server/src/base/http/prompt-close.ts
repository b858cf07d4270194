import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { longestStopMs } from '../longest-stop.ts';

/**
 * When the server closes, it waits only for requests that have arrived completely. Their connections end with the reply
 * instead of being kept alive; all others end at once. Fastify and Node close idle connections only, and wait for
 * those that are kept alive after a reply, or on which nothing or half a request was sent. After `maxMs`, it waits for nobody: a
 * client that does not read its reply would hold the process up.
 */
export function installPromptClose(app: FastifyInstance, maxMs = longestStopMs): void {
  let closing = false;
  const openRequests = new Map<Socket, IncomingMessage | undefined>();
  app.server.on('connection', (socket: Socket) => {
    openRequests.set(socket, undefined);
    socket.once('close', () => openRequests.delete(socket));
  });
  app.server.on('request', (request, response) => {
    const { socket } = request;
    openRequests.set(socket, request);
    response.once('close', () => {
      if (closing) socket.destroySoon();
      else if (!socket.destroyed) openRequests.set(socket, undefined);
    });
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const [socket, request] of openRequests) if (!request?.complete) socket.destroySoon();
    setTimeout(() => openRequests.forEach((_, socket) => socket.destroy()), maxMs).unref();
  });
}
