import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
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
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-dashboard-'));
  writeFileSync(path.join(folder, 'index.html'), '<title>Courierdesk</title>');
  const app = fastify();
  await dashboardFiles(app, folder);
  const statusOf = async (url: string): Promise<number> => (await app.inject(url)).statusCode;
  expect(await statusOf('/dashboard/orders')).toBe(200);
  for (const url of ['/.env', '/.git/config', '/backup.zip', '/api/v1/nothing']) expect(await statusOf(url)).toBe(404);
  await app.close();
  rmSync(folder, { recursive: true });
});
