import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { everyEndpoint } from '@courierdesk/contract/api';
import { companies, Company } from '@courierdesk/contract/companies';
import { sql } from 'kysely';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acrossShops } from '../../server/src/base/db/tenancy.ts';
import { codeAt } from '../../server/src/people/two-factor/two-factor.testing.ts';
import { scheduledJobs, shopWork, sweeps } from '../../server/src/app/worker.ts';
import { printed } from '../../server/src/shipments/documents/printed.testing.ts';
import { asBookableShop } from '../../server/src/testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../server/src/testing/test-server.ts';
import { loadRelease, migrateTo, withMigrations } from './load-release.ts';
import { migrationHashes, migrationProblems, releases, sandboxJournalOf } from './release.ts';
import type { Release } from './release.ts';
import { countRows } from './rows.ts';

const released = releases();

test('the migrations of released versions are as they were released, and new ones come after them', () => {
  expect(migrationProblems(released, migrationHashes())).toEqual([]);
});

const given: Release[] = [
  { version: '1.0.0', migrations: { '0001-first': 'a', '0003-third': 'c' }, ...anything() },
  { version: '1.1.0', migrations: { '0001-first': 'a', '0003-third': 'c', '0005-fifth': 'e' }, ...anything() },
];
const unchanged = { '0001-first': 'a', '0003-third': 'c', '0005-fifth': 'e' };
test.each([
  ['that is the same', unchanged, []],
  ['with a later migration', { ...unchanged, '0006-sixth': 'f' }, []],
  ['with a changed one', { ...unchanged, '0003-third': 'x' }, ['0003-third was changed after 1.0.0 was released.']],
  [
    'with a renamed one',
    { '0001-first': 'a', '0003-other': 'c', '0005-fifth': 'e' },
    [
      '0003-third was removed or renamed, but 1.0.0 has it.',
      '0003-other is new: its number must be after 0005-fifth, the last released one.',
    ],
  ],
  [
    'with a new one before the last released one',
    { ...unchanged, '0004-fourth': 'd' },
    ['0004-fourth is new: its number must be after 0005-fifth, the last released one.'],
  ],
])('the migrations of released versions are compared with a folder %s', (_, hashes, problems) => {
  const found = migrationProblems(given, hashes);
  for (const problem of problems) expect(found).toContain(problem);
  expect(found.length > 0).toBe(problems.length > 0);
});

describe.each(released)('$version', (release) => {
  let server: TestServer;
  let token: string;
  let counts: Record<'before' | 'after', Record<string, number>>;

  beforeAll(async () => {
    const database = await loadRelease(release);
    const before = await countRows(database.adminUrl);
    await migrateTo(database);
    counts = { before, after: await countRows(database.adminUrl) };
    server = await startTestServer({
      // Two codes of an authenticator app later.
      left: { database, journal: sandboxJournalOf(release), at: new Date(release.madeAt.getTime() + 60_000) },
      env: { APP_SECRET: release.appSecret },
    });
    token = await signIn();
  });
  afterAll(() => server?.close());

  const get = async (at: string) => {
    const { status, body } = await server.call('GET', at.slice(1), { token });
    expect({ at, status, errors: body.errors }).toEqual({ at, status: 200, errors: undefined });
    return body;
  };

  async function signIn(): Promise<string> {
    const { email, password, twoFactorSecret } = release.owner;
    const first = await server.call('POST', 'login-user', { body: { email, password } });
    const second = await server.call('POST', 'verify-authenticator-code', {
      body: { twoFactorToken: first.body.auth_token, code: codeAt(server, twoFactorSecret) },
    });
    // For sessions, the database reads its own clock, which is later than that of the release.
    await acrossShops(server.context.db, (trx) =>
      trx
        .updateTable('session')
        .set({ expires_at: sql`now() + interval '1 day'`, last_used_at: sql`now()` })
        .where('kind', '=', 'session')
        .execute(),
    );
    return second.body.auth_token;
  }

  /** What a column has in the owner's shop: one value for each kind of rows. */
  const valuesOf = async (table: string, column = 'id', kind = `''`): Promise<string[]> => {
    const statement = sql<{ value: string }>`
      select distinct on (kind) value
      from (select ${sql.raw(column)} as value, (${sql.raw(kind)})::text as kind from ${sql.table(table)}
            where shop_id = (select shop_id from app_user where email = ${release.owner.email})) as one
      where value is not null order by kind, value`;
    const { rows } = await acrossShops(server.context.db, (trx) => statement.execute(trx));
    return rows.map(({ value }) => value);
  };

  const fileOf = async (ticket: string): Promise<string> =>
    Buffer.from(await (await fetch(`${server.url}/api/v1/downloads/${ticket}`)).arrayBuffer()).toString('latin1');

  test('a migrated database has rows of every table, and lost none', () => {
    expect(Object.keys(counts.before).filter((table) => counts.before[table] === 0)).toEqual([]);
    expect(counts.after).toMatchObject(counts.before);
  });

  test('the owner of a migrated shop signs in with password and code', async () => {
    expect((await get('/me')).data).toMatchObject({ email: release.owner.email, role: 'ADMIN' });
  });

  test('a migrated database answers every question of the contract, about lists and about rows of every kind', async () => {
    for (const endpoint of everyEndpoint.filter(({ method }) => method === 'GET')) {
      if (endpoint.name in unasked) continue;
      const [, parameter] = /:(\w+)/.exec(endpoint.path) ?? [];
      const [table, column = 'id', kind = 'null'] = asked[endpoint.name] ?? [];
      if (parameter && !table) throw new Error(`${endpoint.name} needs the id of a row`);
      const found = table ? await valuesOf(table, column, kind) : [''];
      expect([endpoint.name, found.length > 0]).toEqual([endpoint.name, true]);
      for (const value of found)
        endpoint.reply.parse(
          await get(parameter ? endpoint.path.replace(`:${parameter}`, value) : `${endpoint.path}${value}`),
        );
    }
  });

  test('a migrated shop prints the label of a parcel, fetches a file that was exported, and books with each courier', async () => {
    const [parcel = ''] = await valuesOf(
      'shipment',
      `case when status = 'FULFILLED' and ${bookedNumber} <> '' then id end`,
    );
    const label = await printed(server, token, { shipment_ids: [parcel], kind: 'airway-bill', size: 'a4-1' });
    expect(await fileOf(label.ticket)).toMatch(/^%PDF/);
    const [exported = ''] = await valuesOf('order_export', `case state when 'done' then id end`);
    const { ticket } = (await server.call('POST', `exports/${exported}/ticket`, { token })).body;
    expect(await fileOf(ticket)).toContain('Order,Tracking number,Courier');

    const accounts: [Company, string][] = [];
    for (const company of companies) {
      const [id = ''] = await valuesOf('courier_account', `case company when '${company}' then id end`);
      accounts.push([company, id]);
    }
    const shop = asBookableShop(server, {
      ...{ shopId: '', domain: (await get('/me')).data.shop.domain, token },
      accounts: AccountIds.parse(Object.fromEntries(accounts)),
    });
    for (const company of companies) {
      const { status, body } = await shop.book(await shop.newOrder(), company);
      expect([company, status, body.errors]).toEqual([company, 200, undefined]);
    }
  });

  test('a migrated database takes the migrations of a later version, with their data', async () => {
    await withMigrations(Object.keys(migrationHashes()), async (folder) => {
      await writeFile(path.join(folder, '9000-of-a-later-version.sql'), laterMigration);
      await migrateTo(server.database, folder);
    });
    expect(await valuesOf('shipment', 'later', 'later')).toEqual(
      await valuesOf('shipment', 'upper(company)', 'company'),
    );
    expect((await server.call('GET', '/readyz')).status).toBe(200);
  });

  test('a migrated database has work for all background jobs, and each ends without an error', async () => {
    for (const job of scheduledJobs) await job.run(server.context);
    for (const { name } of sweeps) await server.sweep(name);
    for (const { kind } of shopWork) await server.work(kind);
    const { values: ran } = await server.context.metrics.jobs.get();
    expect(ran.filter(({ labels }) => labels.outcome !== 'done')).toEqual([]);
    expect(ran.map(({ labels }) => labels.kind)).toEqual(
      expect.arrayContaining(['mails', 'store-reads', 'tracking', 'booking-look-ups', 'batch-rows']),
    );
  });
});

/** The number of a parcel that its courier knows: those of factories have another kind of reference. */
const bookedNumber = `case when reference not like 'CD-%' then tracking_number end`;

/** The ids that a path needs, or the end of the address: a table, its column, and what tells its kinds of rows apart. */
const asked: Record<string, readonly [table: string, column?: string, kind?: string]> = {
  getUserToEdit: ['app_user', 'id', 'role'],
  getEditAccount: ['courier_account', 'id', 'company'],
  getCities: ['courier_account', `id || '?spelling=lahor'`, 'company'],
  getCourierPush: ['courier_account', `case when push_token is not null then id end`, 'company'],
  getStoreOrder: ['store_order', 'id', 'problems'],
  getNextStoreOrder: ['store_order', `'?after=' || id`],
  getOrderFromShopify: ['store_order', 'platform_order_id', 'problems'],
  getOrdersFromShopify: ['store_order', `'?id=' || platform_order_id`],
  getEarlierParcels: ['shipment', `'?phone=' || consignee_phone`],
  getShipment: ['shipment', 'id', `booking_state || status`],
  getBatch: ['batch', 'id', 'id'],
  getShipmentTask: ['shipment_task', 'id', 'kind'],
  trackOrder: ['shipment', bookedNumber, `company || status`],
  trackOrderPublic: ['shipment', `case when status <> 'CANCELLED' then ${bookedNumber} end`, `company || status`],
  getPersonChart: ['app_user', 'id'],
  getPersonTotals: ['app_user', 'id'],
  getPersonCount: ['app_user', 'id'],
  getPersonWork: ['app_user', 'id'],
  getLabelPrint: ['label_print', 'id', 'state'],
  getExport: ['order_export', 'id', 'state'],
  getImportPreview: ['import_preview', 'id', 'state'],
  getImport: ['import', 'id', 'kind'],
  getImportRows: ['import', 'id', 'kind'],
  searchShop: ['shipment', `'?query=' || consignee_phone`],
  previewOldCustomers: ['shipment', `'?years=1'`],
};

const unasked: Record<string, string> = {
  getQrCode: 'the two-factor of the owner is on',
  download: 'a ticket is stored as its hash; below, files are fetched with new ones',
  downloadSelection: 'as above',
};

const laterMigration = `
  alter table shipment add column later text;
  update shipment set later = upper(company);
  alter table shipment alter column later set not null, alter column later set default '';`;

const AccountIds = z.record(Company, z.string());

function anything(): Pick<Release, 'madeAt' | 'appSecret' | 'owner'> {
  return { madeAt: new Date(), appSecret: '', owner: { email: '', password: '', twoFactorSecret: '' } };
}
