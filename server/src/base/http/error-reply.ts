import type { Failure } from '@courierdesk/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseCode, isDatabaseAway } from '../db/client.ts';
import { AppError, retryAfterOf, statusOf } from '../errors.ts';
import { frameworkError, type Refusal } from './framework-errors.ts';
import { InputError } from './input-validator.ts';
import { collectMethods } from './known-methods.ts';

/** Every failed call gets the error body of the contract. */
export function installErrorReply(app: FastifyInstance): void {
  const methodsOf = collectMethods(app);
  app.setErrorHandler(replyWithError);
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url);
    if (methods.length === 0) return send(reply, { status: statusOf['not-found'], items: [nothingHere] });
    // The router does not match a URL with a parameter that is too long.
    if (methods.includes(request.method)) return send(reply, frameworkError(414));
    void reply.header('allow', methods.join(', '));
    return send(reply, frameworkError(405));
  });
}

const nothingHere = { msg: 'This address does not exist.', code: 'not-found' } as const;

/** Answers a failed call. */
export function replyWithError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const isAway = isDatabaseAway(error);
  const answer = isAway ? databaseAway : answerTo(error);
  // An outage fails every request: one line for each is enough.
  if (isAway) request.log.warn({ reason: error.message }, 'request failed: the database is away');
  else if (answer.status >= 500) request.log.error({ err: error }, 'request failed');
  const retryAfter = isAway ? retryAfterSeconds : retryAfterOf(error);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  return send(reply, answer);
}

const retryAfterSeconds = 5;
const databaseAway: Answer = {
  status: statusOf.unavailable,
  items: [
    {
      msg: 'Courierdesk cannot reach its database for a moment. What you typed is kept. Try again in a few seconds.',
      code: 'unavailable',
    },
  ],
};

type Answer = Refusal & { readonly plan_limit_error?: true };

function send(reply: FastifyReply, { status, items, ...rest }: Answer): FastifyReply {
  const body: Failure = { errors: [...items], request_id: reply.request.id, ...rest };
  return reply.code(status).type('application/json').send(JSON.stringify(body));
}

function answerTo(error: Error): Answer {
  if (error instanceof AppError)
    return {
      status: statusOf[error.code],
      items: error.items,
      ...(error.code === 'plan-limit' && { plan_limit_error: true }),
    };
  if (error instanceof InputError)
    return { status: 400, items: error.faults.map((fault) => ({ ...fault, code: 'invalid-input' })) };
  if (isUnstorable(error))
    return {
      status: 400,
      items: [
        { msg: 'A text contains a character that cannot be saved. Delete it and try again.', code: 'invalid-input' },
      ],
    };
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status >= 400 && status < 500) return frameworkError(status, 'code' in error ? String(error.code) : undefined);
  return { status: 500, items: [{ msg: 'Something went wrong', code: 'internal' }] };
}

/** PostgreSQL cannot store this text (SQLSTATE). Inputs are checked before; this covers everything else. */
const isUnstorable = (error: Error): boolean =>
  ['22021', '22P05'].includes(databaseCode(error) ?? '') ||
  (databaseCode(error) === '22P02' && error.message.includes('type json'));
