import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '../../server/src/base/config.ts';
import type { Config } from '../../server/src/base/config.ts';
import { listenProblem } from '../../server/src/base/http/listen-problem.ts';
import { refuseUnusableDatabase } from '../../server/src/base/migration-urls.ts';
import { makeWritable } from '../postgres/writable-folder.ts';

/** Finds everything that would stop the stack from starting, before anything is started. */
export async function preflight(config: Config): Promise<void> {
  makeWritable(config.dataDir);
  await refuseTakenPorts(config);
  if (config.databaseUrl) await refuseUnusableDatabase('DATABASE_URL', config.databaseUrl);
  if (config.databaseAdminUrl) await refuseUnusableDatabase('DATABASE_ADMIN_URL', config.databaseAdminUrl);
}

async function refuseTakenPorts(config: Config): Promise<void> {
  const wanted = new Map([[config.port, 'PORT']]);
  const own: [number, string][] = config.sandbox
    ? [
        [config.sandboxPort, 'SANDBOX_PORT'],
        [config.sandboxSmtpPort, 'SANDBOX_SMTP_PORT'],
      ]
    : [];
  for (const [port, variable] of own) {
    if (wanted.has(port))
      throw new ConfigError(`${variable} and ${wanted.get(port)} are both ${port}: set one of them.`);
    wanted.set(port, variable);
  }
  for (const [port, variable] of wanted) await refuseTakenPort(config.host, port, variable);
}

async function refuseTakenPort(host: string, port: number, variable: string): Promise<void> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenProblem(error, { host, port }, variable);
  }
  await new Promise((closed) => server.close(closed));
}
