import { everyAuditAction } from '@courierdesk/contract/audit-actions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acrossShops } from '../../base/db/tenancy.ts';
import { webhookTopics } from '../../adapters/platforms/webhooks.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { legalTopics } from '../../store-app/webhooks/legal-requests.ts';
import { scheduledJobs, shopWork, sweeps } from '../../app/worker.ts';
import { backgroundChanges, type BackgroundChanges } from './background-changes.testing.ts';

/** Webhooks and jobs that leave no event, and why. A new one belongs here or in background-changes.testing.ts. */
const unrecorded: Record<string, string> = {
  ORDERS_CREATE: 'a new order of the store is no change of ours',
  FULFILLMENTS_CREATE: 'makes us read the order; the comparison with the store lists what differs',
  FULFILLMENTS_UPDATE: 'makes us read the order; the comparison with the store lists what differs',
  BULK_OPERATIONS_FINISH: 'the export of the first import is ready',
  'shop/redact': 'erases the shop, with its log',

  webhooks: 'handles the webhooks above',
  'order-counts': 'adds up counters',
  'figures-by-day': 'adds up counters',
  'shipment-tasks': 'the person who started the task is recorded, and so is each cancelled booking',
  'batch-comparisons': 'compares drafts with the store; the sheet shows what changed',
  'store-updates': 'each parcel’s history lists what the store got; what fails becomes a case',
  'store-reads': 'reads the store; deleted and changed orders are recorded as for webhooks',
  comparisons: 'finds differences and changes nothing; repairs are recorded',
  'comparisons.schedule': 'plans the nightly comparisons',
  'courier-cities': 'reads the courier’s list of cities',
  'label-downloads': 'stores the courier’s label; the print is recorded',
  prints: 'renders a print, which is recorded with the person who asked',
  'customer-mails': 'each parcel lists the emails to its customer',
  mails: 'delivers what others wrote and recorded',
  'import-previews': 'shows what an import would change',
  'jobs.request-needed': 'requests other jobs',
  'webhooks.report-overdue': 'tells the operator what is not done',
  'store-order.check-webhooks': 'subscribes to missing webhooks',
  'session.delete-expired': 'ended sessions were recorded or ran out',
  'two-factor.reseal-secrets': 'encrypts with the current key',
  'courier-account.reseal-secrets': 'encrypts with the current key',
  'shop.reseal-credentials': 'encrypts with the current key',
  'courier-push.forget-old': 'forgets which status updates were repeats',
  'documents.delete-old-prints': 'prints are kept for seven days',
  'shipment-tasks.delete-old': 'finished tasks are kept for 30 days',
  'files.delete-expired': 'files are kept as long as their page says',
  'exports.delete-old': 'the list of exports goes back 90 days',
  'mail.delete-old': 'sent emails are kept for 30 days',
  'imports.delete-old': 'the list of imports goes back 90 days',
  'audit.delete-old': 'the log goes back two years',
};

let server: TestServer;
let changes: BackgroundChanges;
beforeAll(async () => {
  server = await startTestServer();
  changes = await backgroundChanges(server);
});
afterAll(() => server?.close());

const names = [
  ...webhookTopics,
  ...legalTopics.filter((topic) => topic !== 'app/uninstalled'),
  ...sweeps.map(({ name }) => name),
  ...shopWork.map(({ kind }) => kind),
  ...scheduledJobs.map(({ name }) => name),
];

it.each(names.filter((name) => !(name in unrecorded)))('%s leaves an audit event of its own', async (name) => {
  const change = changes[name];
  if (!change) throw new Error(`${name} is neither in background-changes.testing.ts nor among the exceptions here`);
  const { shopId, run } = await change.prepare();
  const before = await eventsOf(shopId);
  await run();
  const events = (await eventsOf(shopId)).filter(({ id }) => !before.some((one) => one.id === id));
  const event = events.find(({ action }) => action === change.leaves);
  expect(events.map(({ action }) => action)).toContain(change.leaves);
  expect(everyAuditAction).toContain(change.leaves);
  expect(event?.actor_name).not.toBe('');
});

it('every webhook and job that changes something people ask about is known: no entry is out of date or doubled', () => {
  const listed = [...Object.keys(unrecorded), ...Object.keys(changes)];
  expect(listed.toSorted()).toEqual(names.toSorted());
});

const eventsOf = (shopId: string) =>
  acrossShops(server.context.db, (trx) =>
    trx.selectFrom('audit_event').select(['id', 'action', 'actor_name']).where('shop_id', '=', shopId).execute(),
  );
