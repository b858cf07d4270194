import type { everyEndpoint } from '@courierdesk/contract/api';
import { vi } from 'vitest';
import { demoAccounts } from '../../../../scripts/demo/demo-accounts.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { printed } from '../../shipments/documents/printed.testing.ts';
import { bookedInPortal } from '../../testing/booked-in-portal.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { aBatch } from '../../testing/batches.ts';
import type { BookableShop } from '../../testing/bookable-shop.ts';
import { aPicture } from '../../testing/a-picture.ts';
import { aUser } from '../../testing/factories.ts';
import { aSubscribedShop } from '../../testing/subscribed-shop.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import type { Answer, TestServer } from '../../testing/test-server.ts';

type Name = (typeof everyEndpoint)[number]['name'];
export type SuccessfulCalls = Partial<Record<Name, () => Promise<Answer>>>;

/** A successful call of each endpoint that changes something, with all that it needs. */
export function successfulCalls(server: TestServer, shop: BookableShop): SuccessfulCalls {
  const { shopId, token, accounts } = shop;
  const call = (method: string, path: string, body: unknown = {}, as = token): Promise<Answer> =>
    server.call(method, path, { token: as, body });
  let made = 0;
  const unique = (): string => `n${(made += 1)}`;

  const staff = () => aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  const newUser = () => ({
    ...{ first_name: 'Sana', last_name: 'Malik', email: `${unique()}@example.test`, tag: unique().toUpperCase() },
    ...{ password: 'quiet river lantern', scopes: ['READ_ORDERS'] },
  });
  const unverified = async (): Promise<{ id: string; email: string }> =>
    (await call('POST', 'create-user', newUser())).body.user;

  const booked = async (company: 'LEOPARD' | 'POSTEX' = 'LEOPARD') => {
    const order = await shop.newOrder();
    const { id, trackingNumber } = (await shop.book(order, company)).body.data;
    return { id: String(id), trackingNumber: String(trackingNumber), name: order.name };
  };
  /** A parcel that the store shows as unfulfilled. */
  const difference = async (): Promise<string> => {
    const order = await shop.newOrder();
    await shop.book(order, 'LEOPARD');
    await server.work('store-updates');
    await server.sandbox.control(`orders/${order.id}`, { cancelFulfillments: true });
    server.clock.advance(11 * 60_000);
    await call('POST', 'comparisons');
    await server.work('comparisons');
    const { body } = await server.call('GET', 'differences?kind=unfulfilled-in-store&limit=200', { token });
    return body.data.find((one: { order_name: string }) => one.order_name === order.name).id;
  };
  const fault = (target: string, operation: string, kind: string) =>
    server.sandbox.control('faults', { target, operation, kind, times: 1 });
  const mirrored = async (): Promise<string> => {
    const order = await shop.newOrder();
    const { body } = await server.call('GET', `get-order-from-shopify/${order.id}`, { token });
    return body.orderData.id;
  };
  /** Books the rows that a call queued: otherwise they would meet the fault of another case. */
  const thenBooked = async (queued: Promise<Answer>): Promise<Answer> => {
    const answer = await queued;
    await server.work('batch-rows');
    return answer;
  };
  const batchOf = async () => aBatch(server, shop, [await shop.newOrder()], { account: accounts.LEOPARD });
  const mergeBody = async () => {
    const customer = { email: 'one@example.test', phone: '03007654321' };
    const [first, second] = [await shop.newOrder(customer), await shop.newOrder(customer)];
    const { body } = await server.call('GET', `get-orders-from-shopify?id=${first.id},${second.id}`, { token });
    return mergeFormOf(body.ordersData, await shop.form(first, 'LEOPARD'));
  };
  const account = (): Record<string, unknown> => ({
    ...{ company: 'LEOPARD', account_name: `Leopards ${unique()}`, weight: 500 },
    ...demoAccounts.LEOPARD.values,
  });
  const view = async (): Promise<string> =>
    (await call('POST', 'order-views', { page: 'orders', name: unique(), search: {}, columns: ['number'] })).body.data
      .id;
  const task = async (id: string, work: boolean): Promise<string> => {
    const { body } = await call('POST', 'shipment-tasks', { kind: 'track', selection: { ids: [id] } });
    if (work) await server.work('shipment-tasks');
    return body.data.id;
  };
  const print = async () =>
    call('POST', 'shipments/labels', { shipment_ids: [(await booked()).id], kind: 'packing-slip', size: 'a4-1' });
  const sheet = async (): Promise<string> =>
    (await call('POST', 'load-sheets', { shipment_ids: [(await booked()).id] })).body.data[0].id;
  const exported = async (): Promise<string> => {
    await booked();
    const id = (await call('POST', 'export-orders?filter=STORE_ORDERS')).body.data.id;
    await server.work('exports');
    return id;
  };
  const push = () => call('POST', `courier-accounts/${accounts.POSTEX}/push`);

  return {
    createUser: () => call('POST', 'create-user', newUser()),
    editUser: async () =>
      call('PUT', `edit-user/${(await staff()).userId}`, { first_name: 'Hina', last_name: 'Aslam', tag: unique() }),
    editTag: async () => call('PUT', 'edit-tag', { id: (await staff()).userId, tag: unique() }),
    restrictUser: async () => call('PUT', 'restrict-user', { id: (await staff()).userId }),
    deleteUser: async () => call('DELETE', `delete-user/${(await staff()).userId}`),
    changeEmail: async () =>
      call('PUT', `change-email/${(await staff()).userId}`, { email: `${unique()}@example.test` }),
    changeUserPassword: async () =>
      call('PATCH', `change-password/${(await staff()).userId}`, { password: 'quiet river lantern' }),
    verifyEmail: async () => {
      const { email } = await unverified();
      await deliverDueNow(server);
      const [mail] = await mailsTo(server, email);
      const link = /\/email-verify\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
      return server.call('POST', 'verify-email', { body: { token: decodeURIComponent(link) } });
    },
    resendEmail: async () => {
      const { id, email } = await unverified();
      return call('POST', 'resend-email', { account_id: id, email });
    },

    createAccount: () => call('POST', 'create-account', account()),
    updateAccount: async () => {
      const { id } = (await call('POST', 'create-account', account())).body.account;
      return call('PUT', 'update-account', { id, account_name: `Renamed ${unique()}`, weight: 750 });
    },
    setUpCourierPush: push,
    endCourierPush: async () => {
      await push();
      return call('DELETE', `courier-accounts/${accounts.POSTEX}/push`);
    },
    saveSettings: () =>
      call('POST', 'store/default-settings', { free_shipping_value: 0, default_weight: 600, show_discount: false }),
    retryStoreImport: async () => {
      const { now } = server.clock;
      const importing = { backfill_phase: 'pages', backfill_started_at: now, backfill_since: now };
      const failed = { ...importing, failures: 1, last_error: 'No.' };
      await withShop(server.context.db, shopId, (trx) => trx.updateTable('store_sync').set(failed).execute());
      return call('POST', 'store-orders/import/retry');
    },
    saveLabelSettings: async () => {
      const { revision, ...labels } = (await server.call('GET', 'shop-look', { token })).body.data.labels;
      return call('PUT', 'shop-look/labels', { ...labels, shipper_name: unique(), revision });
    },
    saveTrackingPage: async () => {
      const { tracking_page: page } = (await server.call('GET', 'shop-look', { token })).body.data;
      return call('PUT', 'shop-look/tracking-page', { ...page, contact_phone: '0300 1234567' });
    },
    saveLogo: async () => call('PUT', 'shop-look/logo', { image: await aPicture() }),
    removeLogo: async () => {
      await call('PUT', 'shop-look/logo', { image: await aPicture() });
      return call('DELETE', 'shop-look/logo');
    },
    saveChecklistStep: () => call('POST', 'checklist-steps', { step: 'settings' }),
    saveCustomerMail: () =>
      call('PUT', 'customer-mails', { kind: 'booked', enabled: false, subject: unique(), message: 'Dear {name}' }),
    saveOldCustomers: () => call('PUT', 'old-customers', { years: 10, confirmed: true }),
    sendTestMail: () =>
      call('POST', 'customer-mails/test', { kind: 'booked', subject: unique(), message: 'Dear {name}' }),
    deleteCityChoice: async () => {
      await withShop(server.context.db, shopId, (trx) =>
        trx
          .insertInto('city_correction')
          .values({
            ...{ shop_id: shopId, company: 'LEOPARD', spelling: 'kheechi', city_id: '789', city_name: 'Lahore' },
            corrected_at: server.context.clock(),
          })
          .execute(),
      );
      return call('DELETE', 'city-choices', { company: 'LEOPARD', spelling: 'kheechi' });
    },
    saveBookingRules: async () => {
      const { revision } = (await server.call('GET', 'booking-rules', { token })).body.data;
      return call('PUT', 'booking-rules', { rules: [], fallback: accounts.LEOPARD, revision });
    },
    assignCourierAccount: async () =>
      call('POST', 'store-orders/assign-account', {
        selection: { ids: [await mirrored()] },
        account_id: accounts.LEOPARD,
      }),

    bookOrder: async () => shop.book(await shop.newOrder(), 'LEOPARD'),
    bookOrders: async () => call('POST', 'book-orders', await mergeBody()),
    createBatch: async () => call('POST', 'batches', { order_ids: [(await shop.newOrder()).id] }),
    editBatchRows: async () => (await batchOf()).call('PATCH', '/rows', { all: true, set: { weight: 700 } }),
    bookBatch: async () => thenBooked((await batchOf()).call('POST', '/book', {})),
    retryBatch: async () => {
      const batch = await batchOf();
      await fault('leopard', 'book', 'refuse');
      await batch.book();
      return thenBooked(batch.call('POST', '/retry', {}));
    },
    confirmBatchRows: async () => {
      const order = await shop.newOrder();
      const batch = await aBatch(server, shop, [order], { account: accounts.LEOPARD });
      await server.sandbox.control(`orders/${order.id}`, { address: { address1: 'House 99, Street 12' } });
      const { rows } = await batch.book();
      return thenBooked(batch.call('POST', '/confirm', { row_ids: rows.map((row) => row.id), take: 'row' }));
    },
    stopBatch: async () => {
      const batch = await batchOf();
      await batch.call('POST', '/book', {});
      return batch.call('POST', '/stop', {});
    },
    deleteBatch: async () => (await batchOf()).call('DELETE'),

    deleteOrder: async () => {
      const { id, trackingNumber } = await booked();
      await call('PUT', `cancel-booking/${trackingNumber}`);
      return call('DELETE', 'delete-order', { orderId: id });
    },
    createOrderView: () =>
      call('POST', 'order-views', { page: 'orders', name: unique(), search: {}, columns: ['number'] }),
    updateOrderView: async () => call('PATCH', `order-views/${await view()}`, { page: 'orders', name: unique() }),
    deleteOrderView: async () => call('DELETE', `order-views/${await view()}`),
    sortOrderViews: async () => call('PUT', 'order-views', { ids: [await view()] }),
    createShipmentTask: async () =>
      call('POST', 'shipment-tasks', { kind: 'track', selection: { ids: [(await booked()).id] } }),
    retryShipmentTask: async () => {
      const { id } = await booked('POSTEX');
      await server.sandbox.control('faults', [{ target: 'postex', operation: 'track', kind: 'error500', times: 1 }]);
      return call('POST', `shipment-tasks/${await task(id, true)}/retry`);
    },
    stopShipmentTask: async () => call('POST', `shipment-tasks/${await task((await booked()).id, false)}/stop`),
    dismissShipmentTask: async () => call('DELETE', `shipment-tasks/${await task((await booked()).id, true)}`),
    cancelBooking: async () => call('PUT', `cancel-booking/${(await booked()).trackingNumber}`),
    startComparison: async () => {
      server.clock.advance(11 * 60_000);
      return call('POST', 'comparisons');
    },
    repairDifferences: async () => call('POST', 'difference-repairs', { ids: [await difference()] }),
    dismissDifferences: async () =>
      call('POST', 'difference-dismissals', { ids: [await difference()], reason: 'Agreed with the customer' }),
    reopenDifference: async () => {
      const id = await difference();
      await call('POST', 'difference-dismissals', { ids: [id], reason: 'Agreed with the customer' });
      return call('DELETE', `difference-dismissals/${id}`);
    },
    resolveShipment: async () => {
      await fault('leopard', 'book', 'lose-answer');
      const { id } = (await shop.book(await shop.newOrder(), 'LEOPARD')).body.data;
      return call('POST', `shipments/${id}/resolution`, { cancel_when_found: true });
    },

    sendEmail: async () => {
      const order = await shop.newOrder();
      const { id } = (await shop.book(order, 'LEOPARD', { consignee_email: 'one@example.test' })).body.data;
      return call('PUT', `send-email/${id}`);
    },
    printLabels: async () => {
      const answer = await print();
      // A busy machine finishes the print after the reply. It is recorded then.
      await vi.waitFor(
        async () => {
          const read = await server.call('GET', `shipments/labels/${answer.body.data.id}`, { token });
          if (read.body.data.state !== 'done') throw new Error('the print is not done yet');
        },
        { timeout: 30_000, interval: 100 },
      );
      return answer;
    },
    fetchLabels: async () => {
      const { id } = await booked();
      const { data } = await printed(server, token, { shipment_ids: [id], kind: 'packing-slip', size: 'a4-1' });
      return call('POST', `shipments/labels/${data.id}/ticket`);
    },
    createLoadSheets: async () => call('POST', 'load-sheets', { shipment_ids: [(await booked()).id] }),
    printLoadSheet: async () => call('POST', `load-sheets/${await sheet()}/print`),
    handOverLoadSheet: async () => call('POST', `load-sheets/${await sheet()}/hand-over`, { handed_over: true }),
    exportOrders: async () => {
      await booked();
      return call('POST', 'export-orders?filter=STORE_ORDERS');
    },
    fetchExport: async () => call('POST', `exports/${await exported()}/ticket`),
    deleteExport: async () => call('DELETE', `exports/${await exported()}`),
    downloadCsv: async () =>
      call('POST', 'download-csv', {
        ...{ selection: { ids: [(await booked()).id] } },
        ...{ columns: ['tracking_number'], format: 'csv', bom: false },
      }),
    importOrders: async () =>
      call('POST', 'import-orders', {
        ordersData: [{ tracking_number: (await booked()).trackingNumber, payment_status: 'PAID' }],
      }),
    bulkFulfilment: async () => {
      const order = await shop.newOrder();
      await server.call('GET', `get-order-from-shopify/${order.id}`, { token });
      const number = `LE99${unique()}`;
      await bookedInPortal(server, { tracking_number: number, courier: 'LEOPARD' });
      return call('POST', 'bulk/orders/fulfillment', {
        ordersData: [{ order_name: order.name, tracking_number: number, company: 'Leopards' }],
      });
    },
    fetchFailedRows: async () => {
      const { body } = await call('POST', 'import-orders', {
        ordersData: [{ tracking_number: 'LE0000000000', payment_status: 'PAID' }],
      });
      return call('POST', `imports/${body.data.id}/failed-rows`);
    },
    subscribe: async () => {
      const { owner } = await aSubscribedShop(server, { plan: 'FREE' });
      return call('POST', 'subscribe', { plan: 'MONTHLY' }, owner.token);
    },
    cancelSubscription: async () => {
      const { owner } = await aSubscribedShop(server);
      const { planId, plan } = (await server.call('GET', 'check-subscription', { token: owner.token })).body;
      return call('POST', 'cancel-subscription', { id: planId, name: plan }, owner.token);
    },
    reconnectStore: () => call('POST', 'store-state/reconnect'),
    downloadAuditEvents: () => call('POST', 'audit-events/csv'),
  };
}
