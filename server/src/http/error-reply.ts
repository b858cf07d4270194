import type { Failure } from '@courierdesk/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { databaseCode } from '../db/client.ts';
import { AppError, retryAfterOf, statusOf } from '../errors.ts';

/** Every failed call is answered in the one shape of the contract. */
export function installErrorReply(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError | Error, request, reply) => {
    const answer = answerTo(error, request, reply);
    if (answer.status >= 500) request.log.error({ err: error }, 'request failed');
    return reply.code(answer.status).type('application/json').send(JSON.stringify(answer.body));
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .type('application/json')
      .send(JSON.stringify(failure(request, [{ msg: 'There is nothing at this address.', code: 'not-found' }]))),
  );
}

const failure = (request: FastifyRequest, errors: Failure['errors']): Failure => ({ errors, request_id: request.id });

function answerTo(error: Error, request: FastifyRequest, reply: FastifyReply): { status: number; body: Failure } {
  if (error instanceof AppError) {
    const retryAfter = retryAfterOf(error);
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    return {
      status: statusOf[error.code],
      body: {
        ...failure(request, [...error.items]),
        ...(error.code === 'plan-limit' && { plan_limit_error: true }),
      },
    };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    return {
      status: 400,
      body: failure(
        request,
        error.validation.flatMap(({ instancePath, keyword, message, params }) =>
          invalid({ path: instancePath.split('/').filter(Boolean), code: keyword, message, ...params }),
        ),
      ),
    };
  }
  if (isUnkeepableText(error))
    return {
      status: 400,
      body: failure(request, [
        { msg: 'A text has a null character, which cannot be kept. Take it out and try again.', code: 'invalid-input' },
      ]),
    };
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 413)
    return { status, body: failure(request, [{ msg: 'This is more than can be sent at once.', code: 'too-large' }]) };
  if (status >= 400 && status < 500)
    return { status, body: failure(request, [{ msg: 'The request could not be read.', code: 'invalid-input' }]) };
  return {
    status: 500,
    body: failure(request, [{ msg: 'Something went wrong', code: 'internal' }]),
  };
}

/** What the schema found; of one that offers several shapes, what each of them lacks. */
type Issue = {
  readonly path: readonly PropertyKey[];
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly Issue[])[];
};

/** Of several shapes the one counts that knows all the fields that came; of several kinds of value, none. */
function invalid({ path, code, message, keys, errors }: Issue): Failure['errors'] {
  const meant = errors?.find(
    (issues) =>
      issues.some((issue) => issue.path.length > 0) && !issues.some((issue) => issue.keys && issue.path.length === 0),
  );
  if (meant) return meant.flatMap((issue) => invalid({ ...issue, path: [...path, ...issue.path] }));
  const found = (msg: string, at: readonly PropertyKey[]): Failure['errors'][number] => ({
    msg,
    code: 'invalid-input',
    field: at.map(String).join('.') || undefined,
  });
  if (code === 'unrecognized_keys' && keys)
    return keys.map((key) => found(`There is no field “${key}” here.`, [...path, key]));
  return [found(message ?? 'This input is not valid.', path)];
}

/** SQLSTATE of a null character in a text, and of one in JSON. No other character of a request is refused. */
const isUnkeepableText = (error: Error): boolean => ['22021', '22P05'].includes(databaseCode(error) ?? '');
