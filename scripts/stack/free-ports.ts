import { freePort } from '../postgres/free-port.ts';

/** Three different free ports, for a stack that runs beside others. */
export async function freePorts(): Promise<Record<'PORT' | 'SANDBOX_PORT' | 'SANDBOX_SMTP_PORT', string>> {
  const ports = new Set<number>();
  while (ports.size < 3) ports.add(await freePort());
  const [port, sandboxPort, smtpPort] = [...ports].map(String) as [string, string, string];
  return { PORT: port, SANDBOX_PORT: sandboxPort, SANDBOX_SMTP_PORT: smtpPort };
}
