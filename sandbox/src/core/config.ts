export type SandboxConfig = {
  dataDir: string;
  host: string;
  port: number;
  smtpPort: number;
  /** The URL of the sandbox; unset: http://127.0.0.1 and its port. */
  publicUrl?: string | undefined;
  /** The URL of Courierdesk. */
  appUrl: string;
  clientId: string;
  clientSecret: string;
  /** While a secret is being rotated, the old one still signs webhooks and links. */
  previousClientSecret?: string | undefined;
  /** Adds demo orders to new stores at the first start. */
  seed: boolean;
  randomSeed: number;
  /** How fast parcels move: 1 delivers some hours after booking, 0 does not move them. */
  parcelSpeed: number;
  /** How far its clock is ahead of that of the machine, in milliseconds. */
  clockAhead: number;
  /** How long an export of a new store waits before it begins, and again before it ends, in milliseconds. */
  bulkDelayMs: number;
};

export type SandboxOptions = { [Name in keyof SandboxConfig]?: SandboxConfig[Name] | undefined } & Pick<
  SandboxConfig,
  'dataDir'
>;

export function configFromEnv(env: NodeJS.ProcessEnv): SandboxConfig {
  return sandboxConfig({
    dataDir: `${env.DATA_DIR || '.data'}/sandbox`,
    host: env.HOST || undefined,
    port: portFrom(env, 'SANDBOX_PORT'),
    smtpPort: portFrom(env, 'SANDBOX_SMTP_PORT'),
    publicUrl: env.SANDBOX_PUBLIC_URL || undefined,
    appUrl: env.APP_URL || env.PUBLIC_URL || undefined,
    clientId: env.SHOPIFY_CLIENT_ID || undefined,
    clientSecret: env.SHOPIFY_CLIENT_SECRET || undefined,
    previousClientSecret: env.SHOPIFY_CLIENT_SECRET_PREVIOUS || undefined,
    seed: env.SANDBOX_EMPTY !== '1',
    randomSeed: numberFrom(env, 'SANDBOX_SEED'),
    parcelSpeed: numberFrom(env, 'SANDBOX_SPEED') ?? 1,
  });
}

/** Fills in the defaults. The journal is in `dataDir` itself. */
export function sandboxConfig(options: SandboxOptions): SandboxConfig {
  return {
    dataDir: options.dataDir,
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 4000,
    smtpPort: options.smtpPort ?? 4025,
    publicUrl: options.publicUrl?.replace(/(?<!\/)\/+$/, ''),
    appUrl: (options.appUrl ?? 'http://localhost:3000').replace(/(?<!\/)\/+$/, ''),
    clientId: options.clientId ?? 'sandbox-client',
    clientSecret: options.clientSecret ?? 'sandbox-secret',
    previousClientSecret: options.previousClientSecret,
    seed: options.seed ?? true,
    randomSeed: options.randomSeed ?? 20261120,
    parcelSpeed: options.parcelSpeed ?? 0,
    clockAhead: options.clockAhead ?? 0,
    bulkDelayMs: options.bulkDelayMs ?? 150,
  };
}

function portFrom(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`${name} must be a port number from 0 to 65535, not "${text}"`);
  }
  return port;
}

function numberFrom(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number from 0, not "${text}"`);
  return value;
}
