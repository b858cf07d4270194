import type { Readable } from 'node:stream';
import type { Endpoint, BodyOf, ParamsOf, QueryOf, ReplyOf } from '@courierdesk/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, UserActor } from '../actor.ts';
import { AppError } from '../errors.ts';
import { requireScope } from '../require-scope.ts';
import { unpackedBody } from './compressed-bodies.ts';
import { refuseUnstorableTexts } from './input-validator.ts';
import { actorOf } from './session-guard.ts';
import { parameterNames, refuseUnknownParameters } from './unknown-parameters.ts';
import { collectCallTimes } from '../observability/call-times.ts';
import { describeTrace } from '../tracing/tracing.ts';

/** What a handler gets: parsed input and the caller. Public endpoints have no actor. */
type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  actor: E['access'] extends 'public' ? undefined : UserActor;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Answers with status 202 instead of 200. */
export class Accepted<T> {
  readonly body: T;
  constructor(body: T) {
    this.body = body;
  }
}

/** Replies with a file while it is read. `name` is the file name for the browser. */
export class FileReply {
  readonly file: {
    readonly name: string;
    readonly contentType: string;
    /** In bytes. Unknown when the file is generated while it is sent. */
    readonly size?: number;
    /** Opens in the browser. Only for files that cannot run code there. */
    readonly inline?: boolean;
    readonly body: Readable;
  };
  constructor(file: FileReply['file']) {
    this.file = file;
  }
}

type AnyHandler = (call: {
  params: unknown;
  query: unknown;
  body: unknown;
  actor: Actor | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}) => Promise<unknown>;

/** Registers an endpoint of the contract. Scope check, parsing and reply schema come from its declaration. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<ReplyOf<E> | Accepted<ReplyOf<E>> | FileReply>,
): void {
  const handle = handler as unknown as AnyHandler;
  const parameters = parameterNames(endpoint.query);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // A HEAD request would run the handler and use up a one-time download link.
    exposeHeadRoute: false,
    bodyLimit: endpoint.bodyLimit ?? 100 * 1024,
    schema: {
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: { 200: endpoint.reply, ...(endpoint.mayBeUnderWay && { 202: endpoint.reply }) },
    },
    config: { endpoint },
    compress: fileCompression,
    ...(endpoint.takesGzip && unpackedBody),
    onRequest: async (request) => void (await allowedActor(endpoint, request)),
    preValidation: async ({ query }) => refuseUnknownParameters(parameters, query),
    handler: async (request, reply) => {
      const actor = await allowedActor(endpoint, request);
      if (actor) describeTrace({ 'courierdesk.shop': actor.shopId });
      const { params, query, body } = request;
      if (!endpoint.takesAnyText) refuseUnstorableTexts(params, query, body);
      const result = await collectCallTimes(request.callTimes, () =>
        handle({ params, query, body, actor, request, reply }),
      );
      if (result instanceof Accepted) return reply.code(202).send(result.body);
      if (result instanceof FileReply) return sendFile(reply, result.file);
      return reply.code(200).send(result);
    },
  });
}

/** The caller, when they may call this endpoint. Public endpoints have none. */
async function allowedActor(endpoint: Endpoint, request: FastifyRequest): Promise<UserActor | undefined> {
  if (endpoint.access === 'public') return undefined;
  const actor = await actorOf(request);
  if (actor.twoFactorMissing && !endpoint.duringTwoFactorSetUp) throw twoFactorMissing();
  requireScope(actor, endpoint.access);
  return actor;
}

const twoFactorMissing = (): AppError =>
  new AppError('two-factor-missing', 'The owner requires two-factor sign-in. Set it up first.');

/** Files are generated while they are sent. Brotli would take longer than generating them. */
const fileCompression = { encodings: ['gzip' as const], zlibOptions: { level: 3 } };

function sendFile(reply: FastifyReply, { name, contentType, size, inline, body }: FileReply['file']): FastifyReply {
  if (size !== undefined) void reply.header('content-length', size);
  // The dashboard's policy would stop the browser's viewer from showing the file.
  if (inline) void reply.header('content-security-policy', "frame-ancestors 'none'");
  return reply
    .code(200)
    .header('content-type', contentType)
    .header(
      'content-disposition',
      `${inline ? 'inline' : 'attachment'}; filename="${name.replaceAll(/[^\w.-]/g, '-')}"`,
    )
    .header('cache-control', 'no-store')
    .send(body);
}
