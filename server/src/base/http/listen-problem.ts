import { ConfigError } from '../config.ts';

/** Why nothing can listen at an address, and what to do. */
export function listenProblem(
  error: unknown,
  { host, port }: { host: string; port: number },
  variable: string,
): ConfigError {
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return new ConfigError(`Port ${port} is taken by another program: stop it, or set ${variable} to a free port.`);
  if (code === 'EACCES')
    return new ConfigError(`Port ${port} is reserved for the administrator: set ${variable} above 1023.`);
  return new ConfigError(`Nothing can listen on ${host} port ${port} (${code}): set HOST and ${variable}.`);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
