import {
  getCustomerMails,
  saveCustomerMail as saveCustomerMailEndpoint,
  sendEmail,
  sendTestMail as sendTestMailEndpoint,
} from '@courierdesk/contract/customer-mails';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { customerMailSettings } from './queries.ts';
import { saveCustomerMail } from './save-customer-mail.ts';
import { sendTestMail } from './send-test-mail.ts';
import { sendTrackingLink } from './send-tracking-link.ts';

export function customerMailRoutes(app: FastifyInstance, context: Context): void {
  route(app, getCustomerMails, async ({ actor }) => ({
    data: await withShop(context.db, actor.shopId, (trx) => customerMailSettings(trx, actor.shopId)),
  }));

  route(app, saveCustomerMailEndpoint, async ({ actor, body }) => ({
    message: 'Settings saved' as const,
    data: await saveCustomerMail(context, actor, body),
  }));

  route(app, sendTestMailEndpoint, async ({ actor, body }) => {
    await sendTestMail(context, actor, body);
    return { message: 'Email sent' as const };
  });

  route(app, sendEmail, async ({ actor, params, query }) => ({
    message: 'Email sent' as const,
    sent_at: (await sendTrackingLink(context, actor, params.orderId, query.again)).toISOString(),
  }));
}
