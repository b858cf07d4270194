import type { SandboxContext } from '../../core/sandbox-context.ts';

/** One push to a merchant, and the response. */
export type PushOutcome = {
  courier: string;
  tracking_number: string;
  at: string;
  /** HTTP status, or why there was none. */
  status: number | string;
  answer: string;
};

const kept = 500;
const logs = new WeakMap<SandboxContext, PushOutcome[]>();

export function recentPushes(context: SandboxContext): { add(outcome: PushOutcome): void; list(): PushOutcome[] } {
  const log = logs.get(context) ?? [];
  if (!logs.has(context)) {
    logs.set(context, log);
    context.state.onReset(() => log.splice(0));
  }
  return {
    add(outcome) {
      log.push(outcome);
      if (log.length > kept) log.shift();
    },
    list: () => [...log],
  };
}
