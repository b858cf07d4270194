import type { World } from '../world.ts';

/** One try to tell a merchant, and what came back. */
export interface PushOutcome {
  courier: string;
  tracking_number: string;
  at: string;
  /** HTTP status, or why there was none. */
  status: number | string;
  answer: string;
}

const KEPT = 500;
const logs = new WeakMap<World, PushOutcome[]>();

export function recentPushes(world: World): { add(outcome: PushOutcome): void; list(): PushOutcome[] } {
  const log = logs.get(world) ?? [];
  if (!logs.has(world)) {
    logs.set(world, log);
    world.state.onReset(() => log.splice(0));
  }
  return {
    add(outcome) {
      log.push(outcome);
      if (log.length > KEPT) log.shift();
    },
    list: () => [...log],
  };
}
