import { loadConfig } from '../server/src/base/config.ts';
import { migrate } from '../server/src/base/db/migrate.ts';
import { migrationUrls } from '../server/src/base/migration-urls.ts';
import { root } from './stack/program.ts';

/** For production. `npm start` migrates automatically. */
try {
  await migrate(await migrationUrls(loadConfig(process.env, root)));
  console.log('The database has all migrations of this version.');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
