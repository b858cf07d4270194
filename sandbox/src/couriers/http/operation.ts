import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FaultRule } from '../../core/faults.ts';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from './answer.ts';

export type Operation = 'verify' | 'cities' | 'book' | 'cancel' | 'track' | 'label' | 'lookup' | 'other';

/** The answers that a courier gives when a fault makes it fail. */
export type CourierFaultAnswers = {
  target: 'leopard' | 'mnp' | 'postex' | 'tcs';
  rejection(operation: Operation, request: FastifyRequest): Answer;
  /** As when somebody changed the password at the courier. */
  credentialsRefused(operation: Operation): Answer;
  serverError(): Answer;
  badGateway(): Answer;
  /** HTTP 200 with an unreadable body. */
  garbage(operation: Operation): Answer;
  throttled(): Answer;
};

type CallHandler = (request: FastifyRequest) => Answer | Promise<Answer>;

const defaultDelayMs = 3000;

/** One call of a courier: applies the fault rules, runs the handler and answers once its changes are on disk. */
export function operation(
  context: SandboxContext,
  faultAnswers: CourierFaultAnswers,
  name: Operation,
  handle: CallHandler,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const fault = context.faults.pick(faultAnswers.target, name);
    const failed = fault && faultAnswer(faultAnswers, name, fault, request);
    if (failed) return send(reply, failed);
    if (fault?.kind === 'down') return dropConnection(request, reply, 'reset');
    if (fault?.kind === 'drop-before') return dropConnection(request, reply, 'close');
    const delayMs = fault?.kind === 'delay' ? (fault.delayMs ?? defaultDelayMs) : 0;
    const dueAt = performance.now() + delayMs;
    // Half the delay comes before the work: a caller that times out may have booked or not.
    if (delayMs > 0) await pause(delayMs / 2);
    const answer = await handle(request);
    await context.state.flush();
    if (answer.malformed) recordRejectedRequest(context, faultAnswers, request, answer.malformed);
    if (fault?.kind === 'lose-answer') return dropConnection(request, reply, 'close');
    const leftMs = dueAt - performance.now();
    if (leftMs > 0) await pause(leftMs);
    return send(reply, answer);
  };
}

export function recordRejectedRequest(
  context: SandboxContext,
  faultAnswers: CourierFaultAnswers,
  request: FastifyRequest,
  reason: string,
): void {
  const [path = ''] = request.url.split('?');
  context.rejected.add({ target: faultAnswers.target, method: request.method, path, reason });
}

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .code(answer.status)
    .headers({ 'content-type': answer.type, ...answer.headers })
    .send(answer.body);
}

function faultAnswer(
  faultAnswers: CourierFaultAnswers,
  name: Operation,
  fault: FaultRule,
  request: FastifyRequest,
): Answer | undefined {
  switch (fault.kind) {
    case 'refuse':
      return faultAnswers.rejection(name, request);
    case 'refuse-credentials':
      return faultAnswers.credentialsRefused(name);
    case 'error500':
      return faultAnswers.serverError();
    case 'html502':
      return faultAnswers.badGateway();
    case 'garbage':
      return faultAnswers.garbage(name);
    case 'throttle':
      return faultAnswers.throttled();
    default:
      return undefined;
  }
}

function dropConnection(request: FastifyRequest, reply: FastifyReply, how: 'reset' | 'close'): FastifyReply {
  reply.hijack();
  if (how === 'reset') request.raw.socket.resetAndDestroy();
  else request.raw.socket.destroy();
  return reply;
}
