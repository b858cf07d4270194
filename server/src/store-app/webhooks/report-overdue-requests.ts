import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { composeMail } from '../../base/mail/compose-mail.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { legalTopics } from './legal-requests.ts';

const dayMs = 86_400_000;
/** They are tried every half hour, and do not need the store: after this time, a person has to find out why. */
const overdueMs = 3 * dayMs;
const repeatedMs = 7 * dayMs;

/** Tells the operator by email of each privacy request or uninstall that is not done, and again each week. */
export async function reportOverdueRequests(context: Context): Promise<void> {
  const now = context.clock();
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  await acrossShops(context.db, async (trx) => {
    const overdue = await trx
      .updateTable('webhook_inbox as request')
      .from('shop')
      .set({ reported_at: now })
      .whereRef('shop.id', '=', 'request.shop_id')
      .where('request.topic', 'in', legalTopics)
      .where('request.processed_at', 'is', null)
      .where('request.received_at', '<', before(overdueMs))
      .where((where) =>
        where.or([where('request.reported_at', 'is', null), where('request.reported_at', '<', before(repeatedMs))]),
      )
      .returning(['request.shop_id', 'request.webhook_id', 'request.topic', 'request.received_at', 'request.tries'])
      .returning(['shop.domain', 'shop.name'])
      .execute();
    for (const request of overdue) {
      const days = Math.floor((now.getTime() - request.received_at.getTime()) / dayMs);
      context.log.error(
        { shopId: request.shop_id, topic: request.topic, webhookId: request.webhook_id, days },
        'a privacy request or uninstall is overdue',
      );
      await queueMail(trx, context, {
        shopId: request.shop_id,
        kind: 'request-overdue',
        to: context.config.supportEmail,
        subject: `${request.topic} of ${request.domain} is not done after ${days} days`,
        ...composeMail({
          shopName: request.name,
          paragraphs: [
            `Shopify sent ${request.topic} for ${request.domain} on ${request.received_at.toISOString().slice(0, 10)} (delivery ${request.webhook_id}). It failed ${request.tries} times and is tried every half hour.`,
            'The log says why: look for “could not process webhooks” with this topic. docs/operations.md, “When something is wrong”, says what to do.',
          ],
          reason: 'This is the support address of Courierdesk.',
        }),
      });
    }
  });
}
