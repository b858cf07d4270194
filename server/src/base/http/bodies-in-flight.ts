import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { networkOf } from './network-of.ts';

/**
 * Bytes of the bodies that may arrive at the same time: from one network, and from all, each for people who are signed in and
 * for all others. A process has 400 MB for everything.
 */
const maxOfNetwork = 32 * 1024 * 1024;
const maxOfAll = 48 * 1024 * 1024;
/** A body that takes no more than its connection is not counted, so sign-in and bookings go on whatever others send. */
const maxUncounted = 16 * 1024;

/**
 * Refuses a body before it is read when too many bytes are already on their way: most calls need no sign-in to send some. Who
 * is not signed in cannot take the place of those who are: sessions are checked before this.
 */
export function limitBodiesInFlight(app: FastifyInstance): void {
  const ofAnyone = bytesInFlight();
  const ofSignedIn = bytesInFlight();
  app.addHook('preParsing', async (request, reply) => {
    const bytes = announcedBytes(request);
    if (bytes <= maxUncounted) return;
    const { endpoint } = request.routeOptions.config;
    const release = (endpoint && endpoint.access !== 'public' ? ofSignedIn : ofAnyone).take(
      networkOf(request.ip),
      bytes,
    );
    reply.raw.once('close', release);
  });
}

function bytesInFlight(): { take(network: string, bytes: number): () => void } {
  const ofNetworks = new Map<string, number>();
  let ofAll = 0;
  const add = (network: string, bytes: number): void => {
    ofAll += bytes;
    const left = (ofNetworks.get(network) ?? 0) + bytes;
    if (left > 0) ofNetworks.set(network, left);
    else ofNetworks.delete(network);
  };
  return {
    take(network, bytes) {
      if ((ofNetworks.get(network) ?? 0) + bytes > maxOfNetwork || ofAll + bytes > maxOfAll) throw tooMuch();
      add(network, bytes);
      return () => add(network, -bytes);
    },
  };
}

/** The length of the body, or the most that this call takes if the client does not say. */
function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  const limit = routeOptions.bodyLimit ?? 0;
  const length = headers['content-length'];
  if (length !== undefined) return Math.min(Number(length), limit);
  return headers['transfer-encoding'] === undefined ? 0 : limit;
}

const tooMuch = (): AppError =>
  new AppError('unavailable', 'Too much is being sent to us at this moment. Try again in a few seconds.', {
    detail: { retry_after: 5 },
  });
