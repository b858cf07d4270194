import { pushHeader } from '@courierdesk/contract/courier-pushes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import { pushAnswer } from './push-bodies.ts';
import { receivePush } from './receive-push.ts';

/** A batch of Leopards with 1,000 updates has about 150 KB. */
const largestBody = 512 * 1024;

/** Webhooks for status updates of couriers. The body is parsed only after the secret was checked. */
export function courierPushWebhooks(app: FastifyInstance, context: Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const receiver =
    (company: 'LEOPARD' | 'POSTEX') =>
    async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      const header = request.headers[pushHeader.toLowerCase()];
      const outcome = await receivePush(context, {
        company,
        token: request.params.token,
        secret: typeof header === 'string' ? header : '',
        ip: request.ip,
        body: () => jsonOf(request.body),
      });
      const { status, body } = pushAnswer(company, outcome);
      return reply.code(status).send(body);
    };
  app.post('/webhooks/couriers/leopard/:token', { bodyLimit: largestBody }, receiver('LEOPARD'));
  app.post('/webhooks/couriers/postex/:token', { bodyLimit: largestBody }, receiver('POSTEX'));
}

function jsonOf(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
