import { appendFileSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { copyRunningCluster } from './copy-running-cluster.ts';

/** A copy of the running primary that follows it. */
export async function startStandby(
  adminUrl: string,
  { primary, standby }: Record<'primary' | 'standby', string>,
): Promise<EmbeddedPostgres> {
  mkdirSync(standby);
  copyFileSync(path.join(primary, 'password'), path.join(standby, 'password'));
  const cluster = path.join(standby, 'cluster');
  await copyRunningCluster(adminUrl, { from: path.join(primary, 'cluster'), to: cluster, waitForArchive: false });
  writeFileSync(path.join(cluster, 'standby.signal'), '');
  const { port, username, password } = new URL(adminUrl);
  appendFileSync(
    path.join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  );
  return startEmbeddedPostgres({ folder: standby });
}
