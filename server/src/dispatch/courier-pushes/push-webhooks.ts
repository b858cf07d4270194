import { pushHeader } from '@courierdesk/contract/courier-pushes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import { pushAnswer } from './push-bodies.ts';
import { mayPush, receivePush, type PushOutcome, type PushSender } from './receive-push.ts';

/** A batch of Leopards with 1,000 updates has about 150 KB. */
const largestBody = 512 * 1024;

/** Webhooks for status updates of couriers. The body is read only after the secret was checked. */
export function courierPushWebhooks(app: FastifyInstance, context: Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  receive('LEOPARD', '/webhooks/couriers/leopard/:token');
  receive('POSTEX', '/webhooks/couriers/postex/:token');

  function receive(company: PushSender['company'], path: string): void {
    const answer = (reply: FastifyReply, outcome: PushOutcome): FastifyReply => {
      const { status, body } = pushAnswer(company, outcome);
      return reply.code(status).send(body);
    };
    app.post<ToAccount>(path, {
      bodyLimit: largestBody,
      onRequest: async (request, reply) => {
        if (!(await mayPush(context, senderOf(company, request)))) return answer(reply, 'refused');
      },
      handler: async (request, reply) =>
        answer(reply, await receivePush(context, senderOf(company, request), jsonOf(request.body))),
    });
  }
}

type ToAccount = { Params: { token: string } };

function senderOf(company: PushSender['company'], { params, headers, ip }: FastifyRequest<ToAccount>): PushSender {
  const secret = headers[pushHeader.toLowerCase()];
  return { company, token: params.token, secret: typeof secret === 'string' ? secret : '', ip };
}

function jsonOf(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
