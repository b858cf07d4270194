import { randomBytes } from 'node:crypto';
import { onServer } from '../../../scripts/postgres/cluster-database.ts';

/** A database of its own for a test file: a copy of the migrated template, with the login role the product uses. */
export type TestDatabase = { readonly url: string; readonly adminUrl: string; drop(): Promise<void> };

/** The role that the global setup makes. */
const login = { name: 'courierdesk_login', password: 'test-login' };

export function cloneDatabase(): Promise<TestDatabase> {
  return newDatabase(process.env['TEST_DATABASE_TEMPLATE']);
}

/** Without tables, to be migrated by the test. */
export function emptyDatabase(): Promise<TestDatabase> {
  return newDatabase('template0');
}

async function newDatabase(template: string | undefined): Promise<TestDatabase> {
  const servers = process.env['TEST_DATABASE_ADMIN_URLS']?.split(',') ?? [];
  const [server] = servers;
  if (!server || !template) throw new Error('run tests through vitest, whose global setup starts PostgreSQL');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying the files takes half of the work of the default, which logs every page.
  for (const one of servers) await onServer(one, `create database ${name} template ${template} strategy file_copy`);
  const adminUrl = new URL(server);
  adminUrl.pathname = `/${name}`;
  const url = new URL(adminUrl);
  url.username = login.name;
  url.password = login.password;
  return {
    url: url.href,
    adminUrl: adminUrl.href,
    async drop() {
      for (const one of servers) await onServer(one, `drop database if exists ${name} with (force)`);
    },
  };
}
