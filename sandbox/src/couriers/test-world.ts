import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { sandboxConfig } from '../config.ts';
import { openState } from '../state.ts';
import type { World } from '../world.ts';
import type { Fields } from './fields.ts';
import { fieldsOf } from './fields.ts';
import { createWorld } from '../world.ts';
import { registerCouriers } from './register-couriers.ts';

export interface TestWorld {
  world: World;
  url: string;
  /** Moves the world's clock on; it does not run by itself. */
  pass(ms: number): void;
  close(): Promise<void>;
}

/** The four couriers over real HTTP, on a state of their own, at a fixed time: 20 November 2026, noon in Pakistan. */
export async function startTestWorld(): Promise<TestWorld> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'couriers-'));
  const state = await openState(dataDir);
  const world = createWorld(state, sandboxConfig({ dataDir, port: 0, smtpPort: 0, seed: false }));
  let time = Date.parse('2026-11-20T07:00:00Z');
  world.now = () => new Date(time);
  const app = Fastify();
  registerCouriers(app, world, { speed: 0 });
  world.publicUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    world,
    url: world.publicUrl,
    pass: (ms) => {
      time += ms;
    },
    async close() {
      await app.close();
      await state.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export async function jsonOf(response: Response | Promise<Response>): Promise<Fields> {
  return fieldsOf(await (await response).json());
}

/** The only element, for couriers that wrap an answer into a list of one. */
export async function onlyOf(response: Response | Promise<Response>): Promise<Fields> {
  const answer: unknown = await (await response).json();
  if (!Array.isArray(answer) || answer.length !== 1) throw new Error('the answer is not a list of one');
  return fieldsOf(answer[0]);
}

export function rowsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
