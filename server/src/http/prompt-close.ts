import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closing waits for what is being answered and for nothing else. A connection ends with its reply, though it would be
 * kept alive for another minute; one on which no whole request has arrived ends at once.
 */
export function installPromptClose(app: FastifyInstance): void {
  let closing = false;
  const inHand = new Map<Socket, IncomingMessage | undefined>();
  app.server.on('connection', (socket: Socket) => {
    inHand.set(socket, undefined);
    socket.once('close', () => inHand.delete(socket));
  });
  app.server.on('request', (request, response) => {
    const { socket } = request;
    inHand.set(socket, request);
    response.once('close', () => {
      if (closing) socket.destroySoon();
      else if (!socket.destroyed) inHand.set(socket, undefined);
    });
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const [socket, request] of inHand) if (!request?.complete) socket.destroySoon();
  });
}
