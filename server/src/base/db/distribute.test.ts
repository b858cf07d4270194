import { expect, it } from 'vitest';
import { cloneDatabase } from '../../testing/database.ts';
import { distribute } from './distribute.ts';

// What it does on a cluster is tried whenever tests run on one: their template is distributed by it.
it.skipIf(process.env['TEST_CLUSTER_URLS'])('a database without Citus is left as it is, with a sentence', async () => {
  const database = await cloneDatabase();
  const urls = { adminUrl: database.adminUrl, loginUrl: database.url };
  await expect(distribute(urls)).rejects.toThrow('This database has no Citus');
  await database.drop();
});
