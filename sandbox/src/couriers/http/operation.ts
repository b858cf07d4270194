import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FaultRule } from '../../core/faults.ts';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from './answer.ts';

export type Operation = 'verify' | 'cities' | 'book' | 'cancel' | 'track' | 'label' | 'lookup' | 'other';

/** How a courier sounds when a fault makes it fail. */
export interface Voice {
  target: 'leopard' | 'mnp' | 'postex' | 'tcs';
  refusal(operation: Operation, request: FastifyRequest): Answer;
  serverError(): Answer;
  badGateway(): Answer;
  /** HTTP 200 that nobody can read. */
  garbage(operation: Operation): Answer;
  throttled(): Answer;
}

export type Work = (request: FastifyRequest) => Answer | Promise<Answer>;

const USUAL_DELAY_MS = 3000;

/** One call of a courier: does the work unless a fault says otherwise, and answers once the work is on disk. */
export function operation(context: SandboxContext, voice: Voice, name: Operation, work: Work) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const fault = context.faults.pick(voice.target, name);
    const failed = fault && failureOf(voice, name, fault, request);
    if (failed) return send(reply, failed);
    if (fault?.kind === 'down') return cutOff(request, reply, 'reset');
    if (fault?.kind === 'drop-before') return cutOff(request, reply, 'close');
    const delayMs = fault?.kind === 'delay' ? (fault.delayMs ?? USUAL_DELAY_MS) : 0;
    const dueAt = performance.now() + delayMs;
    // A slow courier is slow on both sides of the deed: a caller that gives up may still have booked.
    if (delayMs > 0) await pause(delayMs / 2);
    const answer = await work(request);
    await context.state.flush();
    if (answer.malformed) noteRefusal(context, voice, request, answer.malformed);
    if (fault?.kind === 'lose-answer') return cutOff(request, reply, 'close');
    const leftMs = dueAt - performance.now();
    if (leftMs > 0) await pause(leftMs);
    return send(reply, answer);
  };
}

export function noteRefusal(context: SandboxContext, voice: Voice, request: FastifyRequest, reason: string): void {
  const [path = ''] = request.url.split('?');
  context.rejected.add({ target: voice.target, method: request.method, path, reason });
}

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .code(answer.status)
    .headers({ 'content-type': answer.type, ...answer.headers })
    .send(answer.body);
}

function failureOf(voice: Voice, name: Operation, fault: FaultRule, request: FastifyRequest): Answer | undefined {
  switch (fault.kind) {
    case 'refuse':
      return voice.refusal(name, request);
    case 'error500':
      return voice.serverError();
    case 'html502':
      return voice.badGateway();
    case 'garbage':
      return voice.garbage(name);
    case 'throttle':
      return voice.throttled();
    default:
      return undefined;
  }
}

function cutOff(request: FastifyRequest, reply: FastifyReply, how: 'reset' | 'close'): FastifyReply {
  reply.hijack();
  if (how === 'reset') request.raw.socket.resetAndDestroy();
  else request.raw.socket.destroy();
  return reply;
}
