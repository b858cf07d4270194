import { createProcessReport } from '../../server/src/app/operator-page/report-process.ts';
import { acrossShops, withShop } from '../../server/src/base/db/tenancy.ts';
import { addLateConsignment } from '../../server/src/shipments/record/late-consignments.ts';
import { printed } from '../../server/src/shipments/documents/printed.testing.ts';
import { aPicture } from '../../server/src/testing/a-picture.ts';
import { aShipment } from '../../server/src/testing/a-shipment.ts';
import type { BookableShop } from '../../server/src/testing/bookable-shop.ts';
import { anInstalledStore, deliverWebhooks } from '../../server/src/testing/installed-store.ts';
import type { Answer, TestServer } from '../../server/src/testing/test-server.ts';

/** Rows that the calls of the API leave nowhere, and unusual ones: long Urdu texts, other stores, work under way. */
export async function fillLeftovers(server: TestServer, shop: BookableShop): Promise<void> {
  const { shopId, token, accounts } = shop;
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await server.call(method, path, { token, ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };

  await fillFigures(server, shop);
  const delivered = (await shop.book(await shop.newOrder(inUrdu), 'LEOPARD', { remarks: longText })).body.data;
  for (const kind of ['airway-bill', 'packing-slip'] as const) {
    const { ticket } = await printed(server, token, { shipment_ids: [delivered.id], kind, size: 'a4-1' });
    await call('GET', `downloads/${ticket}`);
  }
  await server.sandbox.control('advance', { tracking_number: delivered.trackingNumber, to: 'delivered' });
  await call('GET', `track-order/${delivered.trackingNumber}`);
  // Its courier may have it: nobody knows, and a person is asked.
  await server.sandbox.control('faults', { target: 'tcs', operation: 'book', kind: 'lose-answer', times: 1 });
  await shop.book(await shop.newOrder(), 'TCS');
  await shop.book(await shop.newOrder(), 'LEOPARD', { city: 'Kheechi Wala' });

  await call('PUT', 'shop-look/logo', { image: await aPicture() });
  const { revision } = (await call('GET', 'booking-rules')).body.data;
  const targets = [{ account_id: accounts.POSTEX, share: 100 }];
  await call('PUT', 'booking-rules', {
    ...{ rules: [{ name: 'کراچی', cities: ['Karachi'], targets }], fallback: accounts.LEOPARD, revision },
  });
  const { push, secret } = (await call('POST', `courier-accounts/${accounts.LEOPARD}/push`)).body;
  await server.call('POST', new URL(push.address).pathname, {
    headers: { [push.header]: secret },
    body: {
      data: [{ cn_number: delivered.trackingNumber, status: 'DV', receiver_name: null, reason: '', activity_date: '' }],
    },
  });
  const file = await fetch(`${server.url}/api/v1/imports/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: `${JSON.stringify({ tracking_number: delivered.trackingNumber, payment_status: 'PAID' })}\n`,
  });
  const fileId: string = Object(await file.json()).data.id;
  await call('POST', 'imports/preview', { kind: 'payment-statement', company: 'LEOPARD', file_id: fileId });
  await server.work('import-previews');
  await call('POST', 'passkeys/sign-in-options', {});
  await call('POST', 'password/reset-password-pin', { email: 'owner@release.test' });

  const left = await anInstalledStore(server);
  await server.sandbox.control(`shops/${left.domain}`, { uninstall: true });
  await deliverWebhooks(server);

  const now = server.clock.now;
  const later = new Date(now.getTime() + 60_000);
  await withShop(server.context.db, shopId, async (trx) => {
    const cancelled = trx.selectFrom('shipment').selectAll().where('status', '=', 'CANCELLED').limit(1);
    await addLateConsignment(trx, await cancelled.executeTakeFirstOrThrow(), 'LE77777777', 'look-up', now);
    const waiting = { shop_id: shopId, account_id: accounts.TCS, id: 'waiting-call', lease_until: later };
    await trx.insertInto('courier_call').values(waiting).execute();
  });
  await createProcessReport(server.context).sweep.run(server.context, new AbortController().signal);
  await acrossShops(server.context.db, (trx) =>
    trx
      .insertInto('rate_limit')
      .values({ key: 'sign-in-network:127.0.0.1', points: 1, expire: later.getTime() })
      .execute(),
  );
}

/** Counters and figures by day are added up from 200 changes on. */
async function fillFigures({ context, sweep }: TestServer, { shopId, accounts }: BookableShop): Promise<void> {
  const statuses = ['DELIVERED', 'FULFILLED', 'CANCELLED'] as const;
  for (let index = 0; index < 210; index += 1) {
    const bookedAt = new Date(context.clock().getTime() - (index % 60) * 86_400_000);
    const status = statuses[index % statuses.length] ?? 'FULFILLED';
    const deliveredAt = status === 'DELIVERED' ? bookedAt : null;
    await aShipment(context, shopId, {
      accountId: accounts.LEOPARD,
      order: `#${index}`,
      bookedAt,
      status,
      deliveredAt,
    });
  }
  for (const name of ['order-counts', 'figures-by-day']) await sweep(name);
}

const longText = 'گھنٹی بجا کر انتظار کریں، گھر نیلے دروازے والا ہے۔ '.repeat(4).trim();

const inUrdu = {
  note: longText,
  address: { firstName: 'عائشہ', lastName: 'صدیقی', address1: 'مکان نمبر ۱۲، گلی نمبر ۴، بادشاہی مسجد کے قریب' },
};
