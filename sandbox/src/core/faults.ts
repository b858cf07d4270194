import { seededRandom } from './random.ts';
import type { SandboxState } from './state.ts';

export const faultKinds = [
  'delay',
  'refuse',
  'refuse-credentials',
  'error500',
  'lose-answer',
  'drop-before',
  'throttle',
  'html502',
  'garbage',
  'duplicate-webhook',
  'reorder-webhook',
  'down',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export type FaultRule = {
  id: string;
  /** 'leopard' | 'mnp' | 'postex' | 'tcs' | 'shopify' | 'webhooks' | '*' */
  target: string;
  /** For example 'book', 'cancel', 'track', 'label', 'cities', 'verify', 'lookup', 'graphql', 'fulfillmentCreate'. */
  operation?: string | undefined;
  kind: FaultKind;
  /** Share of calls that are hit, 0 to 1. */
  rate: number;
  /** Stops after so many hits. */
  times?: number | undefined;
  delayMs?: number | undefined;
  seed?: number | undefined;
};

export type Faults = {
  rules(): FaultRule[];
  /** How often each rule has hit, by rule id. */
  hits(): Record<string, number>;
  add(rule: Omit<FaultRule, 'id'> & { id?: string | undefined }): FaultRule;
  remove(id: string): void;
  clear(): void;
  /** Picks at most one rule for a call. A rule's operation may name the call itself or the group it belongs to. */
  pick(target: string, operation: string, options?: PickOptions): FaultRule | undefined;
};

type PickOptions = {
  group?: string;
  /** The kinds that apply here; default: every kind. */
  kinds?: readonly FaultKind[];
};

type StoredRule = {
  rule: FaultRule;
  hits: number;
};

export function openFaults(state: SandboxState, random: () => number): Faults {
  const stored = state.collection<StoredRule>('faults');
  const ownRandom = new Map<string, () => number>();
  state.onReset(() => ownRandom.clear());

  function randomFor(rule: FaultRule): number {
    if (rule.seed === undefined) return random();
    const own = ownRandom.get(rule.id) ?? seededRandom(rule.seed);
    ownRandom.set(rule.id, own);
    return own();
  }

  return {
    rules: () => [...stored.values()].map((entry) => entry.rule),
    hits: () => Object.fromEntries([...stored.values()].map((entry) => [entry.rule.id, entry.hits])),
    add(input) {
      const rule: FaultRule = { ...input, id: input.id ?? `fault-${state.counter('fault')}` };
      stored.put(rule.id, { rule, hits: 0 });
      ownRandom.delete(rule.id);
      return rule;
    },
    remove: (id) => stored.delete(id),
    clear() {
      for (const { rule } of [...stored.values()]) stored.delete(rule.id);
      ownRandom.clear();
    },
    pick(target, operation, { group, kinds } = {}) {
      for (const entry of stored.values()) {
        const { rule } = entry;
        if (rule.target !== '*' && rule.target !== target) continue;
        if (rule.operation !== undefined && rule.operation !== operation && rule.operation !== group) continue;
        if (kinds && !kinds.includes(rule.kind)) continue;
        if (rule.times !== undefined && entry.hits >= rule.times) continue;
        if (rule.rate < 1 && randomFor(rule) >= rule.rate) continue;
        entry.hits += 1;
        stored.put(rule.id, entry);
        return rule;
      }
      return undefined;
    },
  };
}
