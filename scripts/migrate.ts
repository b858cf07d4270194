import { ConfigError, loadConfig } from '../server/src/base/config.ts';
import { migrate } from '../server/src/base/db/migrate.ts';
import { root } from './stack/program.ts';

/** For production. `npm start` migrates automatically. */
try {
  const { databaseUrl, databaseAdminUrl } = loadConfig(process.env, root);
  if (!databaseUrl || !databaseAdminUrl)
    throw new ConfigError('DATABASE_URL: is missing, so there is nothing to migrate');
  await migrate({ loginUrl: databaseUrl, adminUrl: databaseAdminUrl });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
