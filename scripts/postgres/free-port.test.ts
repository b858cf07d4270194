import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

const module = path.join(import.meta.dirname, 'free-port.ts');
const manyPorts = `
  import { freePort } from ${JSON.stringify(module)};
  console.log(JSON.stringify(await Promise.all(Array.from({ length: 300 }, () => freePort()))));
`;

it('gives no port twice, to whichever process, before a server had time to listen on it', async () => {
  const args = ['--input-type=module-typescript', '--eval', manyPorts];
  const answers = await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args)));
  const ports = answers.flatMap(({ stdout }) => JSON.parse(stdout) as number[]);
  expect(ports).toHaveLength(900);
  expect(new Set(ports).size).toBe(900);
});

it('gives the preferred port while nothing listens on it', async () => {
  const port = await freePort();
  expect(await freePort(port)).toBe(port);
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  expect(await freePort(port)).not.toBe(port);
  await new Promise((resolve) => server.close(resolve));
});
