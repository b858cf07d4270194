import { freePort } from '../postgres/free-port.ts';

/** The ports of a stack that runs beside others: no two of them the same, and nothing listens on any. */
export async function freePorts(): Promise<Record<'PORT' | 'SANDBOX_PORT' | 'SANDBOX_SMTP_PORT', string>> {
  const ports = new Set<number>();
  while (ports.size < 3) ports.add(await freePort());
  const [port, sandboxPort, smtpPort] = [...ports].map(String) as [string, string, string];
  return { PORT: port, SANDBOX_PORT: sandboxPort, SANDBOX_SMTP_PORT: smtpPort };
}
