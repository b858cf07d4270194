import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { userActor, type UserActor, type UserRow } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { beforeShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { readToken } from '../secrets/tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    findActor: (() => Promise<UserActor>) | undefined;
  }
}

/** Who asks. Throws `unauthorised` when nobody valid does. Looked up once per request. */
export function actorOf(request: FastifyRequest): Promise<UserActor> {
  if (!request.findActor) throw new Error('the session guard is not installed');
  return request.findActor();
}

export function installSessionGuard(app: FastifyInstance, context: Context): void {
  app.decorateRequest('findActor', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    let found: Promise<UserActor> | undefined;
    request.findActor = () => {
      found ??= findActor(context.db, request);
      return found;
    };
    done();
  });
}

async function findActor(db: Db, request: FastifyRequest): Promise<UserActor> {
  const [scheme, bearer] = (request.headers.authorization ?? '').split(' ');
  const token = scheme?.toLowerCase() === 'bearer' && bearer ? readToken(bearer) : undefined;
  if (!token) throw unauthorised();
  const [row] = await beforeShop(
    db,
    sql<UserRow & { session_id: string }>`select * from find_session(${token.shopId}, ${token.hash})`,
  );
  if (!row) throw unauthorised();
  return userActor(row, { shopId: token.shopId, sessionId: row.session_id, ip: request.ip, requestId: request.id });
}

const unauthorised = (): AppError => new AppError('unauthorised', 'Unauthorized');
