import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { productionProblems } from './production-rules.ts';

/** The configuration from the environment, parsed once. See `.env.example`. */
export type Config = z.output<typeof Environment>;

/** What is missing or wrong, in a sentence for the person who starts the server. A line for each variable. */
export class ConfigError extends Error {}

/** Reads `.env` of the working folder below the process environment, which wins. Throws every problem at once. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, folder: string = process.cwd()): Config {
  const given = Object.fromEntries(
    Object.entries(withEnvFile(env, folder)).filter(([, value]) => value?.trim() !== ''),
  );
  const parsed = Environment.safeParse(given);
  const issues = (parsed.error?.issues ?? []).map(({ path: [variable], message }) => ({
    variable: String(variable ?? 'Environment'),
    message,
  }));
  const problems = [...issues, ...(given.NODE_ENV === 'production' ? productionProblems(given) : [])];
  if (parsed.success && problems.length === 0) return parsed.data;
  const firstOfEach = problems.filter(
    ({ variable }, index) => problems.findIndex((one) => one.variable === variable) === index,
  );
  throw new ConfigError(firstOfEach.map(({ variable, message }) => `${variable}: ${message}`).join('\n'));
}

/** Where variables are given: the environment, and the folder of `.env`. */
export type VariablePlaces = { readonly env: NodeJS.ProcessEnv; readonly folder: string };

/** The places of this process. */
export const placesHere = (): VariablePlaces => ({ env: process.env, folder: process.cwd() });

/** The environment, and the variables of the folder's `.env` that it does not set. */
export const withEnvFile = (env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv => ({
  ...readEnvFile(folder),
  ...env,
});

/** The variables of the folder's `.env`; none without such a file. */
export function readEnvFile(folder: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path.join(folder, '.env'), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new ConfigError(`.env: cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
}

const port = (usual: number) =>
  z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0)
    .max(65_535, 'must be a port number')
    .default(usual);
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''));

/** The dashboard and its API are at `/`, also behind a proxy. */
const publicAddress = httpUrl
  .refine((text) => {
    const { pathname, search, hash, username } = new URL(text);
    return pathname + search + hash + username === '/';
  }, 'must be the address alone, without a path, such as https://app.example.com')
  .transform((text) => new URL(text).origin);

/** If we trusted any number of proxies, a visitor could fake an address in `X-Forwarded-For`. */
const TrustedProxies = z.string().transform((text, context): false | number | string[] => {
  if (text === 'off') return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.every(isAddressRange)) return addresses;
  context.addIssue(
    'must be off, the number of proxies in front of the server (for example 1), or their addresses (for example 10.0.0.5,10.1.0.0/16)',
  );
  return z.NEVER;
});

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 4: 32, 6: 128 }[isIP(address)];
  return (
    maxBits !== undefined &&
    rest.length === 0 &&
    (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= maxBits))
  );
}

/** `name=value` pairs with commas; values are percent-encoded. */
const ExporterHeaders = z.string().transform((text, context): Record<string, string> => {
  try {
    return Object.fromEntries(text.split(',').map(headerOf));
  } catch {
    context.addIssue('must be name=value, with commas between several, and percent-encoded values');
    return z.NEVER;
  }
});

function headerOf(pair: string): [string, string] {
  const [name = '', ...value] = pair.trim().split('=');
  if (!/^[\w-]+$/.test(name)) throw new Error('not the name of a header');
  return [name, decodeURIComponent(value.join('='))];
}

const withPassword = (kind: string): string =>
  `must be ${kind} address with a percent-encoded user and password, such as %23 for #`;

const isDecodable = (text: string): boolean => !/%(?![\da-f]{2})/i.test(text);
const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: withPassword('a postgres://') })
  .refine(isDecodable, withPassword('a postgres://'));

const Variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port(3000),
  PUBLIC_URL: publicAddress.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_ADMIN_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce
    .number('must be a number')
    .int()
    .min(2, 'must be from 2 to 200')
    .max(200, 'must be from 2 to 200')
    .default(16),
  PROCESS: z.enum(['web', 'worker', 'all'], { error: 'must be web, worker or all' }).default('all'),
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: withPassword('an smtp:// or smtps://') }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, such as Courierdesk <no-reply@example.com>',
    )
    .optional(),
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  SUPPORT_ANSWER_TIME: z.string().max(100, 'must have at most 100 characters').optional(),
  SHOPIFY_CLIENT_ID: z.string().optional(),
  SHOPIFY_CLIENT_SECRET: z.string().optional(),
  SHOPIFY_CLIENT_SECRET_PREVIOUS: z.string().optional(),
  SHOPIFY_ORIGIN: z
    .string()
    .regex(/^https?:\/\//, 'must be an http or https address')
    .optional(),
  SHOPIFY_APP_STORE_URL: httpUrl.optional(),
  SHOPIFY_TEST_BILLING: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  LEOPARD_URL: httpUrl.optional(),
  MNP_URL: httpUrl.optional(),
  MNP_TRACKING_URL: httpUrl.optional(),
  POSTEX_URL: httpUrl.optional(),
  TCS_URL: httpUrl.optional(),
  SANDBOX: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  SANDBOX_PORT: port(4000),
  SANDBOX_SMTP_PORT: port(4025),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: TrustedProxies.default(false),
  LOOK_UP_SECONDS: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be seconds with commas, such as 5,20,60,300,900')
    .default('5,20,60,300,900')
    .transform((text) => text.split(',').map(Number)),
  API_DOCS: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: ExporterHeaders.default({}),
  OTEL_SERVICE_NAME: z.string().default('courierdesk'),
  OPERATOR_PASSWORD: z.string().min(16, 'must have at least 16 characters').optional(),
  REQUEST_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(1, 'must be from 1 to 3600')
    .max(3600, 'must be from 1 to 3600')
    .default(120),
  CONNECTIONS_PER_ADDRESS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(200),
  RATE_LIMITS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
});

/** The names of all variables that we read. */
export const variableNames: readonly string[] = Object.keys(Variables.shape);

const Environment = Variables.refine((env) => !env.SHOPIFY_CLIENT_ID || env.SHOPIFY_CLIENT_SECRET, {
  path: ['SHOPIFY_CLIENT_SECRET'],
  error: 'is missing beside SHOPIFY_CLIENT_ID',
}).transform((env) => {
  const sandbox = env.NODE_ENV !== 'production' && (env.SANDBOX ?? (env.SHOPIFY_CLIENT_ID ? 'off' : 'on')) === 'on';
  const sandboxUrl = `http://127.0.0.1:${env.SANDBOX_PORT}`;
  const atSandbox = (base: string, real: string): string => (sandbox ? sandboxUrl + base : real);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    production: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseAdminUrl: env.DATABASE_ADMIN_URL,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    databasePool: env.DATABASE_POOL,
    process: env.PROCESS,
    appSecret: env.APP_SECRET,
    appSecretPrevious: env.APP_SECRET_PREVIOUS,
    smtpUrl: env.SMTP_URL ?? `smtp://127.0.0.1:${env.SANDBOX_SMTP_PORT}`,
    mailFrom: env.MAIL_FROM ?? 'Courierdesk <no-reply@localhost>',
    /** The support page tells people to write to it. */
    supportEmail: env.SUPPORT_EMAIL ?? `support@${new URL(publicUrl).hostname}`,
    /** When people can expect an answer, such as `within one working day`. Without it the page says nothing about that. */
    supportAnswerTime: env.SUPPORT_ANSWER_TIME,
    shopify: {
      clientId: env.SHOPIFY_CLIENT_ID ?? 'sandbox-client',
      clientSecret: env.SHOPIFY_CLIENT_SECRET ?? 'sandbox-secret',
      previousSecret: env.SHOPIFY_CLIENT_SECRET_PREVIOUS,
      /** Subscriptions of every store are test subscriptions: nothing is charged. */
      testBilling: env.SHOPIFY_TEST_BILLING === 'on',
      /** `{shop}` is replaced by the shop's domain. */
      origin: env.SHOPIFY_ORIGIN ?? (sandbox ? `${sandboxUrl}/shopify/{shop}` : 'https://{shop}'),
      appStoreUrl:
        env.SHOPIFY_APP_STORE_URL ??
        atSandbox('/shopify/demo-store.myshopify.com/admin/apps', 'https://apps.shopify.com'),
      adminUrl: atSandbox('/shopify/demo-store.myshopify.com/admin', 'https://admin.shopify.com'),
    },
    couriers: {
      leopard: env.LEOPARD_URL ?? atSandbox('/leopard/api', 'https://merchantapi.leopardscourier.com/api'),
      mnp: env.MNP_URL ?? atSandbox('/mnp/mycodapi/api', 'https://mnpcourier.com/mycodapi/api'),
      mnpTracking: env.MNP_TRACKING_URL ?? atSandbox('/mnp/tracking/api', 'https://tracking.mulphilog.com.pk/api'),
      postex:
        env.POSTEX_URL ??
        atSandbox('/postex/services/integration/api/order', 'https://api.postex.pk/services/integration/api/order'),
      tcs: env.TCS_URL ?? atSandbox('/tcs', 'https://ociconnect.tcscourier.com'),
    },
    sandbox,
    sandboxPort: env.SANDBOX_PORT,
    sandboxSmtpPort: env.SANDBOX_SMTP_PORT,
    /** After so many seconds a booking without a clear answer is looked up; after the last one its order is freed. */
    lookUpSeconds: env.LOOK_UP_SECONDS,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    /** Whether anyone may read the description of the API. */
    publicApiDocs: (env.API_DOCS ?? (env.NODE_ENV === 'production' ? 'off' : 'on')) === 'on',
    metricsToken: env.METRICS_TOKEN,
    /** Where traces are sent. Without it they are off. */
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
          headers: env.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: env.OTEL_SERVICE_NAME,
        }
      : undefined,
    /** Signs in to the operator's page. Without it, there is no such page. */
    operatorPassword: env.OPERATOR_PASSWORD,
    rateLimits: env.RATE_LIMITS === 'on',
    /** The whole of a request must have arrived within so many seconds. */
    requestSeconds: env.REQUEST_SECONDS,
    connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
  };
});
