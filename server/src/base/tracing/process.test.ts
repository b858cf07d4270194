import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../../scripts/postgres/free-port.ts';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { Collector } from './collector.testing.ts';

let database: TestDatabase;
let collector: Collector;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  collector = await Collector.start();
});
afterEach(() => collector.close());

const main = fileURLToPath(new URL('../../app/main.ts', import.meta.url));
/** Prints each module of OpenTelemetry that is loaded. The Prometheus client loads the API, without an SDK. */
const printModules = `data:text/javascript,import { registerHooks } from 'node:module';
registerHooks({ resolve(name, context, next) {
  const found = next(name, context);
  const own = /@opentelemetry.(?!api.)[a-z-]+|export-traces/.exec(found.url);
  if (own) console.error('loaded ' + own[0]);
  return found;
} });`;

/** Starts a server, sends it a request and stops it at once. Returns what it said, and its exit code. */
async function askAndStop(variables: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const port = await freePort();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const server = spawn(process.execPath, ['--import', printModules, main], {
    cwd: '/',
    env: {
      ...{ PATH, NODE_COMPILE_CACHE },
      ...{ NODE_ENV: 'test', PROCESS: 'web', PORT: String(port), SANDBOX: 'off', API_DOCS: 'off' },
      ...{ DATABASE_URL: database.url, APP_SECRET: 'test-secret-test-secret-test-secret' },
      ...variables,
    },
  });
  const ended = once(server, 'close');
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const isReady = () => output.includes('"msg":"ready"') || server.exitCode !== null;
  await expect.poll(isReady).toBe(true);
  await fetch(`http://127.0.0.1:${port}/api/v1/me?email=zubaida%40mail.example`).then((answer) => answer.text());
  server.kill('SIGTERM');
  const [code] = await ended;
  return { code, output };
}

test('without an address for traces, a process loads nothing of them', async () => {
  const { code, output } = await askAndStop({ OTEL_SERVICE_NAME: 'shipping' });
  expect(output).toContain('"msg":"ready"');
  expect([code, output.match(/loaded .+/g)]).toEqual([0, null]);
  expect(collector.bodies).toEqual([]);
});

test('a process that stops sends the traces that are left', async () => {
  const { code, output } = await askAndStop({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20c2VjcmV0,x-scope=courierdesk',
    OTEL_SERVICE_NAME: 'shipping',
  });
  expect(code).toBe(0);
  expect(output).toContain('loaded export-traces');
  expect(collector.spans).toMatchObject([
    { name: 'GET /api/v1/me', attributes: { 'http.response.status_code': 401, 'error.type': 'unauthorised' } },
  ]);
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'shipping' });
  expect(collector.headers[0]).toMatchObject({ authorization: 'Basic c2VjcmV0', 'x-scope': 'courierdesk' });
  expect(collector.bodies.join('')).not.toContain('zubaida');
});
