import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';

/** Copies the files of a running PostgreSQL, as pg_basebackup does it, which npm's PostgreSQL does not have. It ends when the changes of its time are archived, if asked. */
export async function copyRunningCluster(
  adminUrl: string,
  { from, to, waitForArchive }: { from: string; to: string; waitForArchive: boolean },
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("select pg_backup_start('proof', fast => true)");
    copyFiles(from, to);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop($1)', [
      waitForArchive,
    ]);
    writeFileSync(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  rmSync(path.join(to, 'postmaster.pid'));
}

/** With their owner, who is not root. Files that PostgreSQL removes meanwhile are not needed. */
export function copyFiles(from: string, to: string): void {
  spawnSync('cp', ['--archive', from, to], { stdio: 'ignore' });
}
