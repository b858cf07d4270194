import type { SandboxState } from './state.ts';

export type RejectedRequest = {
  id: number;
  at: string;
  /** 'leopard', 'shopify', 'sandbox', … */
  target: string;
  method: string;
  path: string;
  reason: string;
  detail?: unknown;
};

export type RejectedRequests = {
  add(entry: Omit<RejectedRequest, 'id' | 'at'>): void;
  /** Newest first. */
  list(): RejectedRequest[];
};

const maxKept = 2000;

/** Requests that the real systems would reject as malformed or unknown: bugs of the caller. */
export function openRejectedRequests(state: SandboxState, now: () => Date): RejectedRequests {
  const stored = state.collection<RejectedRequest>('rejected');
  return {
    add(entry) {
      const id = state.counter('rejected');
      stored.put(String(id), { id, at: now().toISOString(), ...entry });
      stored.delete(String(id - maxKept));
    },
    list: () => [...stored.values()].reverse(),
  };
}
