import { createServer } from 'node:net';
import { ConfigError } from '../../server/src/base/config.ts';
import type { Config } from '../../server/src/base/config.ts';
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
  const code = await listenError(host, port);
  if (!code) return;
  if (code === 'EADDRINUSE') {
    throw new ConfigError(`Port ${port} is taken by another program: stop it, or set ${variable} to a free port.`);
  }
  if (code === 'EACCES')
    throw new ConfigError(`Port ${port} is reserved for the administrator: set ${variable} above 1023.`);
  throw new ConfigError(`Nothing can listen on ${host} port ${port} (${code}): set HOST and ${variable}.`);
}

function listenError(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error)));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
