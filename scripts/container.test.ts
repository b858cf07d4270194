import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { variableNames } from '../server/src/base/config.ts';
import { dashboardFiles } from '../server/src/base/http/dashboard-files.ts';
import { longestStopMs } from '../server/src/base/longest-stop.ts';
import { importsOf } from './import-rules.ts';
import { freePort } from './postgres/free-port.ts';
import { root } from './stack/program.ts';
import { serverHeap } from './stack/server-heap.ts';

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const stages = textOf('Containerfile').split(/^FROM /m);
const server = stages.at(-1) ?? '';

/** The sources of COPY lines that come from this repository. */
const copiedIn = (stage: string): string[] =>
  [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));

test('Containerfile copies only what exists, and the package.json of each workspace', () => {
  const copied = stages.flatMap(copiedIn);
  expect(copied.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const { workspaces } = z.object({ workspaces: z.array(z.string()) }).parse(JSON.parse(textOf('package.json')));
  expect(copied).toEqual(expect.arrayContaining(workspaces.map((folder) => `${folder}/package.json`)));
});

test('the image has all that its programs import', () => {
  const holds = copiedIn(server);
  const isThere = (file: string): boolean => holds.some((held) => file === held || file.startsWith(`${held}/`));
  const seen = new Set<string>();
  const waiting = ['server/src/app/main.ts', ...programs.map((name) => `scripts/${name}.ts`)];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const targets = importsOf(root, [file]).map(({ target }) => target);
    waiting.push(...targets.filter((target) => /^(contract|server|scripts)\/.*\.ts$/.test(target)));
  }
  expect([...seen].filter((file) => !isThere(file))).toEqual([]);
});

const programs = ['migrate', 'doctor', 'operator'];

test('the image starts the server as npm start does, as another user than root and without a shell', () => {
  const [, command = ''] = /^CMD (.+)$/m.exec(server) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...serverHeap, 'server/src/app/main.ts']);
  expect(/^USER (.+)$/m.exec(server)?.[1]).toBe('10001:10001');
});

const Service = z.object({
  image: z.string(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  stop_grace_period: z.string().optional(),
  logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
  read_only: z.boolean().default(false),
});
const compose = z
  .object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) })
  .parse(parse(textOf('compose.yaml'), { merge: true }));
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === 'courierdesk');

test('compose.yaml and systemd give a process longer than it takes to stop', () => {
  const seconds = [
    ...ours.flatMap(([, { stop_grace_period: grace }]) => grace ?? []),
    ...(/TimeoutStopSec=(\d+)/.exec(textOf('docs/operations.md'))?.slice(1) ?? []),
    ...(/give it (\d+)\s+seconds to stop/.exec(textOf('docs/operations.md'))?.slice(1) ?? []),
  ].map((text) => Number.parseInt(text));
  expect(seconds.length).toBeGreaterThan(3);
  for (const given of seconds) expect(given * 1_000).toBeGreaterThan(longestStopMs);
});

test('no log of compose.yaml grows without limit', () => {
  for (const [name, { logging }] of services)
    expect(logging?.options, name).toEqual({ 'max-size': expect.any(String), 'max-file': expect.any(String) });
});

test('commands of the guide that change nothing of the database do not migrate it first', () => {
  const commands =
    textOf('docs/operations.md').match(/docker compose run [^`\n]*scripts\/(doctor|operator)\.ts/g) ?? [];
  expect(commands.length).toBeGreaterThan(3);
  for (const command of commands) expect(command).toContain('--no-deps');
});

test('compose.yaml takes from .env only what .env.example has, and gives the servers only variables that they know', () => {
  const example = textOf('.env.example');
  const taken = [...textOf('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  expect(taken.filter((name) => !example.includes(`\n# ${name}=`))).toEqual([]);
  const given = ours.flatMap(([, { environment }]) => Object.keys(environment));
  expect(given.filter((name) => !variableNames.includes(name) && name !== 'POSTGRES_PASSWORD')).toEqual([]);
});

test('compose.yaml runs two web processes and a worker after the migrations, and only these know the owner', () => {
  expect(ours.map(([name, { environment }]) => [name, environment['PROCESS']])).toEqual([
    ['migrate', undefined],
    ['web-1', 'web'],
    ['web-2', 'web'],
    ['worker', 'worker'],
  ]);
  for (const [name, { environment, depends_on, read_only }] of ours) {
    expect(read_only).toBe(true);
    expect(environment['NODE_ENV']).toBe('production');
    expect(environment['POSTGRES_PASSWORD']).toBe('');
    expect(Boolean(environment['DATABASE_ADMIN_URL'])).toBe(name === 'migrate');
    expect(Object.keys(depends_on)).toEqual([name === 'migrate' ? 'database' : 'migrate']);
  }
});

test('compose.yaml names only files, volumes and services that exist', () => {
  for (const [, { volumes, command = [], entrypoint = [], depends_on }] of services) {
    for (const [source = ''] of volumes.map((volume) => volume.split(':')))
      expect(source.startsWith('./') ? existsSync(path.join(root, source)) : source in compose.volumes, source).toBe(
        true,
      );
    const words = [command, entrypoint].flatMap((part) => (typeof part === 'string' ? part.split(' ') : part));
    for (const word of words.filter((one) => /\/.+\.(sh|ts)$/.test(one)))
      expect(existsSync(path.join(root, word)), word).toBe(true);
    for (const name of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
      expect(compose.services).toHaveProperty(name);
  }
});

test('the commands of docs/operations.md and upgrade.sh name services of compose.yaml and programs of the image', () => {
  const texts = ['docs/operations.md', 'deploy/upgrade.sh'].map(textOf).join('\n');
  const commands = [...texts.matchAll(/(?:^\s*|`)docker compose (?:up|run|logs)\b([^`\n]*)/gm)];
  expect(commands.length).toBeGreaterThan(5);
  const scripts = commands.flatMap(([line]) => /node (scripts\/\S+)/.exec(line)?.[1] ?? []);
  expect(scripts.filter((script) => !copiedIn(server).includes(script))).toEqual([]);
  const names = commands.flatMap(([, words = '']) => words.split(' ').find((word) => /^[a-z]/.test(word)) ?? []);
  expect(names.filter((name) => !(name in compose.services))).toEqual([]);
});

test.skipIf(process.platform === 'win32')('the shell scripts of deploy can be read by a shell', () => {
  for (const name of ['back-up.sh', 'restore.sh', 'upgrade.sh'])
    expect(spawnSync('sh', ['-n', path.join(root, 'deploy', name)], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
});

const caddy = spawnSync('caddy', ['version']).status === 0;
if (!caddy) console.log('Caddy is not installed: deploy/Caddyfile is not tried. Debian: apt-get install caddy');

test.skipIf(!caddy)('the proxy sends requests to a process that answers, with the address of the visitor', async () => {
  const url = await aProxy(await aProcess({ health: 503, pages: 503 }), await aProcess({ health: 200, pages: 200 }));
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const ask = async (at: string) => {
    const answer = await fetch(url + at, { headers }).catch(() => undefined);
    return [answer?.status, await answer?.text()];
  };
  await expect.poll(() => ask('/')).toEqual([200, '127.0.0.1']);
  for (let times = 0; times < 6; times += 1) expect(await ask('/')).toEqual([200, '127.0.0.1']);
  expect((await ask('/metrics'))[0]).toBe(404);
});

test.skipIf(!caddy)('while the database is away, visitors read what a process says of it', async () => {
  const withoutDatabase = { health: 200, pages: 503 };
  const url = await aProxy(await aProcess(withoutDatabase), await aProcess(withoutDatabase));
  const ask = async () => {
    const answer = await fetch(url).catch(() => undefined);
    return [answer?.status, await answer?.text()];
  };
  await expect.poll(ask).toEqual([503, '127.0.0.1']);
});

test.skipIf(!caddy)('while two versions run, each page gets its files through the proxy', async () => {
  const [first, second] = [await aDashboard('first'), await aDashboard('second')];
  const url = await aProxy(first.port, second.port);
  const open = async (at: string) => {
    const answer = await fetch(url + at).catch(() => undefined);
    return { status: answer?.status, text: (await answer?.text()) ?? '' };
  };
  await expect.poll(async () => (await open('/')).status).toBe(200);
  const pages = await Promise.all(Array.from({ length: 20 }, () => open('/dashboard')));
  const files = new Set(pages.map(({ text }) => /\/assets\/\w+\.js/.exec(text)?.[0] ?? ''));
  expect(files).toEqual(new Set(['/assets/first.js', '/assets/second.js']));
  for (const file of files) expect(await open(file)).toEqual({ status: 200, text: file });
  expect((await open('/assets/third.js')).status).toBe(404);

  await first.stop();
  expect(await open('/assets/second.js')).toMatchObject({ status: 200 });
  expect((await open('/assets/first.js')).status).toBe(404);
});

/** deploy/Caddyfile before two processes of this host. */
async function aProxy(first: number, second: number): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-caddy-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const file = path.join(folder, 'Caddyfile');
  const caddyfile = textOf('deploy/Caddyfile')
    .replaceAll('web-1:3000', `127.0.0.1:${first}`)
    .replaceAll('web-2:3000', `127.0.0.1:${second}`);
  writeFileSync(file, `{\n\tadmin off\n}\n${caddyfile}`);
  const env = { PATH: process.env.PATH, HOME: folder, PUBLIC_URL: url };
  const proxy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
  const ended = once(proxy, 'exit');
  onTestFinished(async () => {
    proxy.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  });
  return url;
}

/** A web process with the built dashboard of a version, whose page needs one file with the version's name. */
async function aDashboard(version: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-dashboard-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), `<script src="/assets/${version}.js"></script>`);
  writeFileSync(path.join(folder, 'assets', `${version}.js`), `/assets/${version}.js`);
  const app = fastify({ forceCloseConnections: true });
  app.get('/healthz', async () => 'ok');
  await dashboardFiles(app, folder);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  return { port: Number(new URL(address).port), stop: () => app.close() };
}

/** A web process with these statuses of `/healthz` and of everything else. It answers with the address of the visitor that the proxy names. */
async function aProcess({ health, pages }: { health: number; pages: number }): Promise<number> {
  const web = createServer((request, reply) => {
    reply.statusCode = request.url === '/healthz' ? health : pages;
    reply.end(request.headers['x-forwarded-for']);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void web.close());
  await once(web, 'listening');
  const address = web.address();
  return typeof address === 'object' && address ? address.port : 0;
}
