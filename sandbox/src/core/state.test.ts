import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { jsonOf } from '../testing/shopify-test-store.ts';
import { openState } from './state.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'state-'));
});

afterEach(() => rm(dir, { recursive: true }));

test('flushed entries are there after a restart', async () => {
  const state = await openState(dir);
  const things = state.collection<{ name: string }>('thing');
  things.put('1', { name: 'first' });
  things.put('2', { name: 'second' });
  things.put('1', { name: 'changed' });
  things.delete('2');
  expect([state.counter('n'), state.counter('n')]).toEqual([1, 2]);
  await state.close();

  const again = await openState(dir);
  expect([...again.collection<{ name: string }>('thing').values()]).toEqual([{ name: 'changed' }]);
  expect(again.counter('n')).toBe(3);
  await again.close();
});

test('an incomplete last line is dropped, and everything before it is kept', async () => {
  const state = await openState(dir);
  state.collection('thing').put('1', { name: 'whole' });
  await state.close();
  fs.appendFileSync(path.join(dir, 'journal.jsonl'), '["thing","2",{"name":"to');

  const again = await openState(dir);
  expect([...again.collection('thing').values()]).toEqual([{ name: 'whole' }]);
  again.collection('thing').put('3', { name: 'after' });
  await again.close();
  const last = await openState(dir);
  expect(last.collection('thing').size).toBe(2);
  await last.close();
});

test('a reset empties every collection, also after a restart, and calls the reset listeners', async () => {
  const state = await openState(dir);
  let calls = 0;
  state.onReset(() => {
    calls += 1;
  });
  state.collection('thing').put('1', { name: 'gone' });
  await state.flush();
  state.reset();
  expect(calls).toBe(1);
  await state.close();
  const again = await openState(dir);
  expect(again.collection('thing').size).toBe(0);
  await again.close();
});

test('an acknowledged order survives a kill of the process', async () => {
  const first = await startProgram();
  const made = await fetch(`${first.url}/_control/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ count: 3 }),
  });
  const { orders } = await jsonOf(made);
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await startProgram();
  const journal = await jsonOf(fetch(`${second.url}/_control/journal`));
  const names = (list: { name: string }[]) => list.map((order) => order.name);
  expect(names(journal['orders'])).toEqual(names(orders));
  second.child.kill('SIGTERM');
  await second.ended;
});

async function startProgram() {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '..', 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH, NODE_COMPILE_CACHE },
      ...{ DATA_DIR: dir, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_EMPTY: '1' },
    },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const ready = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error('the sandbox ended before it was ready')));
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  const { port } = z.object({ port: z.number() }).parse(JSON.parse(ready));
  return { child, ended, url: `http://127.0.0.1:${port}` };
}
