import { Client } from 'pg';
import { startTemporaryPostgres } from './postgres/embedded-postgres.ts';
import { migrate } from '../server/src/base/db/migrate.ts';

const template = 'courierdesk_template';

/** One PostgreSQL for a run of vitest, with the migrated template that each test file copies. */
export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTemporaryPostgres();
  try {
    await makeTemplate(postgres.adminUrl);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  process.env.TEST_DATABASE_ADMIN_URL = postgres.adminUrl;
  process.env.TEST_DATABASE_TEMPLATE = template;
  return () => postgres.stop();
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${template}`);
  await admin.end();
  const inTemplate = new URL(adminUrl);
  inTemplate.pathname = `/${template}`;
  const login = new URL(inTemplate);
  login.username = 'courierdesk_login';
  login.password = 'test-login';
  await migrate({ adminUrl: inTemplate.href, loginUrl: login.href });
}
