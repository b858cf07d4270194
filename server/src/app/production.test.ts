import { createServer } from 'node:net';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { ConfigError, loadConfig } from '../base/config.ts';
import type { Context } from '../base/context.ts';
import { withShop } from '../base/db/tenancy.ts';
import { endDemoSessions } from '../people/sessions/demo-logins.ts';
import { createMailer } from '../base/mailer.ts';
import { hashPassword } from '../base/secrets/passwords.ts';
import { aShop, aUser } from '../testing/factories.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const good = {
  NODE_ENV: 'production',
  APP_SECRET: '7f3a9c1e5b2d8046f1a7c3e9b5d20864aa17c3e95b2d80461f7a9c3e5b2d8064',
  PUBLIC_URL: 'https://app.lawnhouse.pk',
  DATABASE_URL: 'postgres://courierdesk_login:uX3-9vQ2mLp8@db.lawnhouse.pk/courierdesk',
  SHOPIFY_CLIENT_ID: '9b1c2d3e4f5a60718293a4b5c6d7e8f9',
  SHOPIFY_CLIENT_SECRET: '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',
  SMTP_URL: 'smtp://mailer:uX3-9vQ2mLp8@smtp.lawnhouse.pk:587',
  MAIL_FROM: 'no-reply@lawnhouse.pk',
};
function refusal(changes: Record<string, string>): string {
  try {
    loadConfig({ ...good, ...changes }, '/nonexistent');
    return '';
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error);
  }
}

it('the variables of production are taken when they are good', () => {
  expect(refusal({ TRUST_PROXY: '1', TCS_URL: 'https://tcs.lawnhouse.pk', METRICS_TOKEN: good.APP_SECRET })).toBe('');
});

it.each([
  ['APP_SECRET', 'a'.repeat(64)],
  ['APP_SECRET', 'test-secret-test-secret-test-secret'],
  ['PUBLIC_URL', 'https://app.lawnhouse.pk/courierdesk'],
  ['PUBLIC_URL', 'https://app.lawnhouse.pk?shop=1'],
  ['PUBLIC_URL', 'https://owner@app.lawnhouse.pk'],
  ['DATABASE_URL', 'postgres://courierdesk_login:password@db.example.com/courierdesk'],
  ['DATABASE_URL', 'postgres://courierdesk:courierdesk@db.example.com/courierdesk'],
  ['SHOPIFY_CLIENT_ID', 'sandbox-client'],
  ['SHOPIFY_CLIENT_SECRET', 'sandbox-secret'],
  ['LEOPARD_URL', 'http://merchantapi.leopardscourier.com/api'],
  ['MNP_URL', 'http://mnpcourier.com/mycodapi/api'],
  ['MNP_TRACKING_URL', 'http://tracking.mulphilog.com.pk/api'],
  ['POSTEX_URL', 'http://api.postex.pk/order'],
  ['TCS_URL', 'http://ociconnect.tcscourier.com'],
  ['SMTP_URL', 'smtp://smtp.lawnhouse.pk?ignoreTLS=true'],
  ['SMTP_URL', 'smtps://smtp.lawnhouse.pk?tls.rejectUnauthorized=false'],
  ['METRICS_TOKEN', '1234567890123456'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer c2VjcmV0'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=100%'],
  ['OPERATOR_PASSWORD', 'change-me-operator'],
  ['TRUST_PROXY', 'on'],
  ['TRUST_PROXY', '10.0.0.0/0'],
  ['TRUST_PROXY', '0'],
])('%s=%s is refused', (variable, value) => {
  expect(refusal({ [variable]: value })).toMatch(new RegExp(`^${variable}: `));
});

it.each([
  ['DATABASE_URL', 'postgres://courierdesk_login:uX3#9vQ2mLp8@db.lawnhouse.pk/courierdesk'],
  ['DATABASE_URL', 'postgres://courierdesk_login:uX3-9vQ2%Lp8@db.lawnhouse.pk/courierdesk'],
  ['DATABASE_ADMIN_URL', 'postgres://courierdesk_owner:uX3-9vQ2%Lp8@db.lawnhouse.pk/courierdesk'],
  ['SMTP_URL', 'smtps://mailer:uX3/9vQ2mLp8@smtp.lawnhouse.pk'],
])('%s=%s is refused with the advice to percent-encode the password', (variable, value) => {
  expect(refusal({ [variable]: value })).toMatch(
    new RegExp(`^${variable}: must be an? .+ address with a percent-encoded user and password, such as %23 for #$`),
  );
});

it('PUBLIC_URL may be written in capitals, with its port and with a slash', () => {
  const config = loadConfig({ ...good, PUBLIC_URL: 'https://App.LawnHouse.pk:443/' }, '/nonexistent');
  expect(config.publicUrl).toBe('https://app.lawnhouse.pk');
});

it('a variable that has only blanks counts as not set', () => {
  expect(loadConfig({ ...good, PORT: ' ', METRICS_TOKEN: ' ' }, '/nonexistent')).toMatchObject({ port: 3000 });
  expect(refusal({ APP_SECRET: '  ' })).toMatch(/^APP_SECRET: is required in production/);
});

it.each([
  ['off', false],
  ['2', 2],
  ['10.0.0.5, 10.1.0.0/16,2001:db8::/32', ['10.0.0.5', '10.1.0.0/16', '2001:db8::/32']],
])('TRUST_PROXY=%s trusts %j', (value, trusted) => {
  expect(loadConfig({ ...good, TRUST_PROXY: value }, '/nonexistent').trustProxy).toEqual(trusted);
});

describe('a server in production', () => {
  let server: TestServer;
  let context: Context;
  const logged: { msg: string; email?: string }[] = [];
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged.push(JSON.parse(String(chunk)));
      done();
    },
  });

  beforeAll(async () => {
    server = await startTestServer({ sandbox: false });
    const config = { ...server.context.config, production: true, publicApiDocs: false };
    context = { ...server.context, config, log: pino(lines) };
  });
  afterAll(() => server.close());

  it('a server in production refuses the demo accounts of a database that once held the demo, and says so at the start', async () => {
    const { shopId } = await aShop(server.context);
    const demo = { email: 'Owner@demo.store', password: 'demo-owner-pass' };
    const { token } = await aUser(server.context, shopId, {
      email: demo.email,
      passwordHash: await hashPassword(demo.password),
    });
    const own = await aUser(server.context, shopId, {
      email: 'staff@demo.store',
      passwordHash: await hashPassword('a password of their own'),
    });
    await endDemoSessions(context);
    expect(logged.map(({ email }) => email)).toEqual(['owner@demo.store']);
    expect(logged[0]?.msg).toContain('cannot sign in');

    const app = await buildApp(context);
    const login = (payload: object) => app.inject({ method: 'POST', url: '/api/v1/login-user', payload });
    const me = (bearer: string) => app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${bearer}` } });
    const refused = await login(demo);
    expect({ status: refused.statusCode, msg: refused.json().errors[0].msg }).toEqual({
      status: 403,
      msg: 'This is a demo account. It cannot sign in here.',
    });
    expect((await me(token)).statusCode).toBe(401);
    expect((await me(own.token)).statusCode).toBe(200);
    expect((await login({ email: own.email, password: 'a password of their own' })).statusCode).toBe(200);
    await app.close();
  });

  it('a server in production describes its API only to those who are signed in', async () => {
    const { shopId } = await aShop(server.context);
    const { token } = await aUser(server.context, shopId);
    const app = await buildApp(context);
    const statusOf = async (url: string, headers = {}): Promise<number> =>
      (await app.inject({ url, headers })).statusCode;
    expect(await statusOf('/api/v1/docs')).toBe(404);
    expect(await statusOf('/api/v1/openapi.json')).toBe(401);
    expect(await statusOf('/api/v1/openapi.json', { authorization: `Bearer ${token}` })).toBe(200);
    await app.close();
    const open = await buildApp({ ...context, config: { ...context.config, publicApiDocs: true } });
    const docs = await open.inject('/api/v1/docs/');
    expect(docs.statusCode).toBe(200);
    expect(docs.headers['content-security-policy']).toContain("default-src 'self'");
    expect(docs.headers['content-security-policy']).not.toContain('validator.swagger.io');
    await open.close();
  });

  it('a server in production gives no mail to a mail server without TLS', async () => {
    const heard: string[] = [];
    const mailServer = createServer((socket) => {
      socket.write('220 mail\r\n');
      socket.on('data', (chunk) => {
        const line = String(chunk).trim();
        heard.push(line);
        socket.write(line === 'STARTTLS' ? '502 not here\r\n' : '250 fine\r\n');
      });
    });
    mailServer.listen(0, '127.0.0.2');
    await once(mailServer, 'listening');
    const address = mailServer.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const mailer = createMailer({ ...context.config, smtpUrl: `smtp://127.0.0.2:${port}` });
    const mail = {
      id: '1',
      to: 'owner@lawnhouse.pk',
      shopName: 'Lawn House',
      subject: 'Your export',
      text: 'ready',
      html: 'ready',
    };
    await expect(mailer.send(mail)).rejects.toThrow(/TLS/);
    expect(heard.filter((line) => /^(MAIL|AUTH)/.test(line))).toEqual([]);
    mailServer.close();
  });

  it('logs errors of the database without what is in the rows', async () => {
    const output: string[] = [];
    const { createLogger } = await import('../base/observability/logging.ts');
    const log = createLogger('error', { write: (line) => void output.push(line) });
    const { shopId } = await aShop(server.context);
    const { userId, email } = await aUser(server.context, shopId, { email: 'private.person@lawnhouse.pk' });
    const failures = [
      { first_name: null as never },
      { role: 'NONE-OF-OURS' },
      { created_at: 'private value' as never },
    ];
    for (const change of failures) {
      const error = await withShop(server.context.db, shopId, (trx) =>
        trx.updateTable('app_user').set(change).where('id', '=', userId).execute(),
      ).catch((thrown: unknown) => thrown);
      log.error({ err: error }, 'request failed');
      log.error({ err: new Error('no answer', { cause: error }) }, 'request failed');
    }
    expect(output).toHaveLength(6);
    for (const line of output) {
      expect(line).toContain('DatabaseError');
      expect(line).not.toContain(email);
      expect(line).not.toContain('private value');
    }
    expect(output[0]).toContain('first_name');
  });
});
