import type { FastifyReply } from 'fastify';
import type { FaultRule } from '../../core/faults.ts';

/** Answers the faults that every endpoint of the platform shares; true when it sent a reply. */
export async function answerFault(reply: FastifyReply, fault: FaultRule): Promise<boolean> {
  switch (fault.kind) {
    case 'delay':
      await pause(fault.delayMs ?? 1000);
      return false;
    case 'drop-before':
    case 'down':
      reply.hijack();
      reply.raw.destroy();
      return true;
    case 'error500':
      reply.code(500).send({ errors: 'Internal Server Error' });
      return true;
    case 'html502':
      reply.code(502).type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>');
      return true;
    default:
      return false;
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
