import type { AddressInfo } from 'node:net';
import { buildApp } from '../app/app.ts';
import { loadConfig } from '../base/config.ts';
import { closeDatabases, createContext, type Context } from '../base/context.ts';
import { freePort } from '../../../scripts/postgres/free-port.ts';
import type { JobKind } from '../base/db/job-kinds.ts';
import { runDueJobs } from '../base/jobs/run-due-jobs.testing.ts';
import { shopWork, sweeps } from '../app/worker.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { startSandboxProcess, type SandboxProcess } from './sandbox-process.ts';

/** A running product with its own database; with a sandbox beside it by default. */
export type TestServer = {
  readonly url: string;
  readonly context: Context;
  readonly database: TestDatabase;
  readonly sandbox: SandboxProcess;
  /** The clock that the product reads; tests move it. */
  readonly clock: { now: Date; advance(ms: number): void };
  /** A second process's view of the same database. */
  secondContext(): Context;
  /** Runs a sweep of the worker until nothing is due. No worker runs in the background. */
  sweep(name: string): Promise<void>;
  /** Runs the jobs of a kind that are due by the product's clock, one after the other. */
  work(kind: JobKind): Promise<void>;
  /** Calls the API as a browser does. */
  call(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  close(): Promise<void>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  // The body of a reply can have any shape; tests assert on it.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
};

const noSandbox: SandboxProcess = {
  url: 'http://127.0.0.1:9',
  smtpUrl: 'smtp://127.0.0.1:9',
  journal: () => Promise.resolve(''),
  control: () => Promise.reject(new Error('this test runs without a sandbox')),
  close: () => Promise.resolve(),
};

type TestServerOptions = {
  readonly sandbox?: boolean;
  readonly rateLimits?: boolean;
  readonly realClock?: boolean;
  readonly env?: Record<string, string>;
  /** What an earlier server left: its database, the journal of its sandbox, and when that was. */
  readonly left?: { readonly database: TestDatabase; readonly journal: string; readonly at: Date };
};

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.left?.database ?? (await cloneDatabase());
  const appPort = await freePort();
  const appUrl = `http://127.0.0.1:${appPort}`;
  const sandbox = options.sandbox === false ? noSandbox : await startSandboxProcess({ appUrl, left: options.left });
  const clock = {
    now: options.left?.at ?? new Date(),
    advance(ms: number) {
      this.now = new Date(this.now.getTime() + ms);
    },
  };
  const contexts: Context[] = [];
  const newContext = (): Context => {
    const context = createContext(
      loadConfig(
        {
          NODE_ENV: 'test',
          DATABASE_URL: database.url,
          DATABASE_ADMIN_URL: database.adminUrl,
          PUBLIC_URL: appUrl,
          PORT: String(appPort),
          APP_SECRET: 'test-secret-test-secret-test-secret',
          SHOPIFY_ORIGIN: `${sandbox.url}/shopify/{shop}`,
          LEOPARD_URL: `${sandbox.url}/leopard/api`,
          MNP_URL: `${sandbox.url}/mnp/mycodapi/api`,
          MNP_TRACKING_URL: `${sandbox.url}/mnp/tracking/api`,
          POSTEX_URL: `${sandbox.url}/postex/services/integration/api/order`,
          TCS_URL: `${sandbox.url}/tcs`,
          SMTP_URL: sandbox.smtpUrl,
          LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
          RATE_LIMITS: options.rateLimits ? 'on' : 'off',
          CONNECTIONS_PER_ADDRESS: '1000',
          // Only signed-in users get the document, and there is no page to read it at, which takes long to set up.
          API_DOCS: 'off',
          ...options.env,
        },
        '/nonexistent',
      ),
      // A request to a store that does not respond is repeated as often as otherwise, and sooner.
      { repeatAfterMs: [20, 80], ...(!options.realClock && { clock: () => clock.now }) },
    );
    contexts.push(context);
    return context;
  };
  const context = newContext();
  const app = await buildApp(context);
  await app.listen({ host: '127.0.0.1', port: appPort });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    context,
    database,
    sandbox,
    clock,
    secondContext: newContext,
    async sweep(name) {
      const sweep = sweeps.find((one) => one.name === name);
      if (!sweep) throw new Error(`there is no sweep ${name}`);
      while ((await sweep.run(context, new AbortController().signal)) > 0) {
        // a full round is followed by another
      }
    },
    async work(kind) {
      const work = shopWork.find((one) => one.kind === kind);
      if (!work) throw new Error(`there is no work ${kind}`);
      await runDueJobs(context, work);
    },
    async call(method, path, { token, body, headers } = {}) {
      const answer = await fetch(`${url}${path.startsWith('/') ? path : `/api/v1/${path}`}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
      return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
    },
    async close() {
      await app.close();
      for (const one of contexts) await closeDatabases(one);
      await sandbox.close();
      await database.drop();
    },
  };
}
