import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverWebhooks } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;
beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

it('erasing a customer keeps their name in emails to another customer of that name, but not their number', async () => {
  const address = { firstName: 'Muhammad', lastName: 'Ali' };
  const erased = await shop.newOrder({ address, phone: '03001112223', email: 'first@inbox.example' });
  await shop.book(erased, 'LEOPARD');
  const texts = { subject: 'Your parcel, Muhammad Ali', text: 'Dear Muhammad Ali', html: 'Dear Muhammad Ali' };
  await withShop(server.context.db, shop.shopId, async (trx) => {
    const mail = { shopId: shop.shopId, kind: 'test' };
    await queueMail(trx, server.context, { ...mail, ...texts, to: 'second@inbox.example' });
    await queueMail(trx, server.context, { ...mail, ...texts, to: 'First@inbox.example' });
    await queueMail(trx, server.context, { ...mail, ...texts, text: 'Call 0300 1112223', to: 'owner@shop.example' });
  });
  await server.sandbox.control(`shops/${shop.domain}`, {
    compliance: { topic: 'customers/redact', orders: [Number(erased.id)] },
  });
  await deliverWebhooks(server);
  const mails = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('mail').select(['recipient', 'text']).where('kind', '=', 'test').orderBy('id').execute(),
  );
  expect(mails).toEqual([
    { recipient: 'second@inbox.example', text: 'Dear Muhammad Ali' },
    { recipient: 'First@inbox.example', text: 'Dear Erased' },
    { recipient: 'owner@shop.example', text: 'Call Erased' },
  ]);
});
