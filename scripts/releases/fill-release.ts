import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { everyEndpoint } from '@courierdesk/contract/api';
import { expect, test } from 'vitest';
import { successfulCalls } from '../../server/src/insights/activity-log/successful-calls.testing.ts';
import { successfulSignInCalls } from '../../server/src/insights/activity-log/successful-sign-in-calls.testing.ts';
import { aUserWithTwoFactor, password } from '../../server/src/people/two-factor/two-factor.testing.ts';
import { aBookableShop } from '../../server/src/testing/bookable-shop.ts';
import { mirrorWholeStore } from '../../server/src/testing/installed-store.ts';
import { quickHash } from '../../server/src/testing/quick-hash.ts';
import { startTestServer } from '../../server/src/testing/test-server.ts';
import { fillLeftovers } from './fill-leftovers.ts';
import { migrationHashes, releaseFolder } from './release.ts';
import type { Release } from './release.ts';
import { countRows, readRows } from './rows.ts';

const version = process.env.RELEASE_VERSION ?? '';

test('a database of this version has rows of every kind', async () => {
  const server = await startTestServer();
  try {
    const shop = await aBookableShop(server);
    await mirrorWholeStore(server, shop.shopId);
    const owner = await aUserWithTwoFactor(server, shop.shopId, {
      email: 'owner@release.test',
      passwordHash: await quickHash(password),
    });
    const calls = { ...successfulCalls(server, shop), ...successfulSignInCalls(server, shop.shopId) };
    for (const { name } of everyEndpoint) {
      const call = calls[name];
      if (!call) continue;
      const { status, body } = await call();
      if (status >= 300) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    }
    await fillLeftovers(server, shop);

    const counts = await countRows(server.database.adminUrl);
    expect(Object.keys(counts).filter((table) => counts[table] === 0)).toEqual([]);
    const release: Release = {
      version,
      migrations: migrationHashes(),
      madeAt: server.clock.now,
      appSecret: server.context.config.appSecret ?? '',
      owner: { email: owner.email, password, twoFactorSecret: owner.secret },
    };
    const files = {
      'release.json': `${JSON.stringify(release, undefined, 2)}\n`,
      'rows.jsonl.gz': gzipSync(await readRows(server.database.adminUrl), { level: 9 }),
      'sandbox.jsonl.gz': gzipSync(await server.sandbox.journal(), { level: 9 }),
    };
    mkdirSync(releaseFolder(version), { recursive: true });
    for (const [name, content] of Object.entries(files))
      writeFileSync(path.join(releaseFolder(version), name), content);
  } finally {
    await server.close();
  }
});
