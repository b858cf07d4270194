import path from 'node:path';
import type { Config } from '../../server/src/base/config.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { storedSecret } from './stored-secret.ts';

export type Database = {
  /** Connects the server: an unprivileged role. */
  loginUrl: string;
  /** Connects migrations. */
  adminUrl: string;
  /** Resolves when an embedded database has ended. */
  exited: Promise<void>;
  stop(): Promise<void>;
  /** Ends an embedded database as a power cut does. */
  kill(): Promise<void>;
};

/** The database of `DATABASE_URL`, otherwise an embedded one in the data folder. */
export async function openDatabase(config: Config, { durable }: { durable: boolean }): Promise<Database> {
  if (config.databaseUrl) {
    const forever = new Promise<void>(() => {});
    const adminUrl = config.databaseAdminUrl ?? config.databaseUrl;
    const nothing = (): Promise<void> => Promise.resolve();
    return { loginUrl: config.databaseUrl, adminUrl, exited: forever, stop: nothing, kill: nothing };
  }
  const postgres = await startEmbeddedPostgres({ folder: path.join(config.dataDir, 'postgres'), durable });
  const { database, role } = { database: 'courierdesk', role: 'courierdesk_login' };
  const password = storedSecret(config.dataDir, 'database-secret');
  await ensureDatabase(postgres.adminUrl, { database, role, password });
  const adminUrl = new URL(postgres.adminUrl);
  adminUrl.pathname = `/${database}`;
  const loginUrl = new URL(adminUrl);
  loginUrl.username = role;
  loginUrl.password = password;
  return { ...postgres, loginUrl: loginUrl.href, adminUrl: adminUrl.href };
}
