import { loadConfig } from '../server/src/base/config.ts';
import { distribute } from '../server/src/base/db/distribute.ts';
import { migrate } from '../server/src/base/db/migrate.ts';
import { migrationUrls } from '../server/src/base/migration-urls.ts';
import { root } from './stack/program.ts';

/** Spreads an installed database over the nodes of its Citus cluster. Run again after each upgrade. */
try {
  const urls = await migrationUrls(loadConfig(process.env, root));
  await migrate(urls);
  const tables = await distribute(urls);
  process.stdout.write(
    tables.length > 0
      ? `Distributed ${tables.length} tables: ${tables.join(', ')}.\n`
      : 'All tables were distributed before.\n',
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
