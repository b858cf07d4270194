import type { LostAccess } from '@courierdesk/contract/sessions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { userActor, type UserActor, type UserRow } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { readToken } from '../secrets/tokens.ts';
import { lostAccessOfSession } from '../lost-access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    findActor: (() => Promise<UserActor>) | undefined;
  }
}

/**
 * The signed-in user. Throws `unauthorised` without a valid session. Looked up once per request, and again when the
 * body arrived after the first look-up: the session may have ended in the meantime.
 */
export function actorOf(request: FastifyRequest): Promise<UserActor> {
  if (!request.findActor) throw new Error('the session guard is not installed');
  return request.findActor();
}

export function installSessionGuard(app: FastifyInstance, context: Context): void {
  app.decorateRequest('findActor', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    let found: Promise<UserActor> | undefined;
    request.findActor = () => {
      found ??= findActor(context, request).then((actor) => {
        if (!request.raw.complete) found = undefined;
        return actor;
      });
      return found;
    };
    done();
  });
}

async function findActor({ db, clock }: Context, request: FastifyRequest): Promise<UserActor> {
  const [scheme, bearer] = (request.headers.authorization ?? '').split(' ');
  const token = scheme?.toLowerCase() === 'bearer' && bearer ? readToken(bearer) : undefined;
  if (!token) throw unauthorised();
  const { rows } = await sql<
    UserRow & { session_id: string; last_used_at: Date }
  >`select * from find_session(${token.shopId}, ${token.hash})`.execute(db);
  const [row] = rows;
  if (!row) throw unauthorised(await withShop(db, token.shopId, (trx) => lostAccessOfSession(trx, token)));
  await recordUse(db, token.shopId, row, clock());
  return userActor(row, {
    shopId: token.shopId,
    sessionId: row.session_id,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  });
}

const recordUseAfterMs = 3_600_000;

/** A session ends after 14 days without use. We save its last use at most once an hour to avoid a write per request. */
async function recordUse(
  db: Db,
  shopId: string,
  session: { session_id: string; last_used_at: Date },
  now: Date,
): Promise<void> {
  if (now.getTime() - session.last_used_at.getTime() < recordUseAfterMs) return;
  await withShop(db, shopId, (trx) =>
    trx
      .updateTable('session')
      .set({ last_used_at: now })
      .where('shop_id', '=', shopId)
      .where('id', '=', session.session_id)
      .execute(),
  );
}

const unauthorised = (reason?: LostAccess): AppError =>
  new AppError('unauthorised', 'Unauthorized', reason && { detail: { reason } });
