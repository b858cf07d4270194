import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { sandboxConfig } from '../core/config.ts';
import { openState } from '../core/state.ts';
import type { SandboxContext } from '../core/sandbox-context.ts';
import type { Fields } from '../couriers/http/fields.ts';
import { fieldsOf } from '../couriers/http/fields.ts';
import { createSandboxContext } from '../core/sandbox-context.ts';
import { registerCouriers } from '../couriers/register-couriers.ts';

export type CourierTestServer = {
  context: SandboxContext;
  url: string;
  /** Moves the clock forward; otherwise it does not move. */
  advanceClock(ms: number): void;
  close(): Promise<void>;
};

/** The four couriers over real HTTP, on a state of their own, at a fixed time: 20 November 2026, noon in Pakistan. */
export async function startCourierTestServer(): Promise<CourierTestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'couriers-'));
  const state = await openState(dataDir);
  const context = createSandboxContext(state, sandboxConfig({ dataDir, port: 0, smtpPort: 0, seed: false }));
  let time = Date.parse('2026-11-20T07:00:00Z');
  context.now = () => new Date(time);
  const app = Fastify();
  registerCouriers(app, context, { speed: 0 });
  context.publicUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    context,
    url: context.publicUrl,
    advanceClock: (ms) => {
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
export async function onlyElement(response: Response | Promise<Response>): Promise<Fields> {
  const answer: unknown = await (await response).json();
  if (!Array.isArray(answer) || answer.length !== 1) throw new Error('the answer is not a list of one');
  return fieldsOf(answer[0]);
}

export function rowsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
