import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { asksForFile, dashboardFiles } from './dashboard-files.ts';

it.each(['/.env', '/.git/config', '/wp-login.php', '/dashboard/.htaccess', '/backup.zip?x=1'])(
  'an address of a file that is not there, such as %s, is not answered with the dashboard',
  (url) => expect(asksForFile(url)).toBe(true),
);

it.each(['/', '/login?to=a.b', '/dashboard/orders', '/dashboard/users/0123456789abcdef01234567', '/track/LE.75'])(
  'the page %s is answered with the dashboard',
  (url) => expect(asksForFile(url)).toBe(false),
);

it('the dashboard is served at its addresses, and a file that is not there is answered with 404', async () => {
  const { statusOf } = await aDashboard('first');
  expect(await statusOf('/dashboard/orders')).toBe(200);
  for (const url of ['/.env', '/.git/config', '/backup.zip', '/api/v1/nothing', '/assets/', '/assets/other.js'])
    expect(await statusOf(url)).toBe(404);
});

it('browsers keep the files of a page, and ask for the page each time', async () => {
  const { app } = await aDashboard('first');
  const cachedAs = async (url: string) => (await app.inject(url)).headers['cache-control'];
  expect(await cachedAs('/assets/first.js')).toBe('public, max-age=31536000, immutable');
  for (const url of ['/', '/dashboard/orders', '/favicon.svg']) expect(await cachedAs(url)).toBe('no-cache');
});

it('a page that is built while the process runs finds its files', async () => {
  const { app, statusOf, build } = await aDashboard('first');
  build('second');
  const [file = ''] = /\/assets\/\w+\.js/.exec((await app.inject('/dashboard')).body) ?? [];
  expect(file).toBe('/assets/second.js');
  expect(await statusOf(file)).toBe(200);
});

it('a script is sent as the build compressed it, to browsers that can read that', async () => {
  const { app, folder } = await aDashboard('first');
  writeFileSync(path.join(folder, 'assets', 'first.js.br'), 'as brotli');
  writeFileSync(path.join(folder, 'assets', 'first.js.gz'), 'as gzip');
  const sent = async (accepted: string) => {
    const { body, headers } = await app.inject({ url: '/assets/first.js', headers: { 'accept-encoding': accepted } });
    return [body, headers['content-encoding'], headers['vary'], headers['cache-control'], headers['content-type']];
  };
  const rest = ['accept-encoding', 'public, max-age=31536000, immutable', 'application/javascript; charset=utf-8'];
  expect(await sent('gzip, deflate, br, zstd')).toEqual(['as brotli', 'br', ...rest]);
  expect(await sent('gzip, deflate')).toEqual(['as gzip', 'gzip', ...rest]);
  expect(await sent('identity')).toEqual(['', undefined, ...rest]);
});

/** A built dashboard, whose page needs one file with the name of its version. */
async function aDashboard(version: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-dashboard-'));
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const build = (built: string): void => {
    rmSync(folder, { recursive: true });
    mkdirSync(path.join(folder, 'assets'), { recursive: true });
    writeFileSync(path.join(folder, 'index.html'), `<script src="/assets/${built}.js"></script>`);
    writeFileSync(path.join(folder, 'assets', `${built}.js`), '');
    writeFileSync(path.join(folder, 'favicon.svg'), '');
  };
  build(version);
  await dashboardFiles(app, folder);
  return { app, build, folder, statusOf: async (url: string): Promise<number> => (await app.inject(url)).statusCode };
}
