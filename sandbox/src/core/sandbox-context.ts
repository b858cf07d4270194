import type { SandboxConfig } from './config.ts';
import type { Faults } from './faults.ts';
import { openFaults } from './faults.ts';
import { seededRandom } from './random.ts';
import type { RejectedRequests } from './rejected-requests.ts';
import { openRejectedRequests } from './rejected-requests.ts';
import type { SandboxState } from './state.ts';

/** What every simulated system needs: state, config, fault rules, clock and randomness. */
export type SandboxContext = {
  readonly state: SandboxState;
  readonly faults: Faults;
  readonly config: SandboxConfig;
  readonly rejected: RejectedRequests;
  /** The sandbox's own URL; known once it listens. */
  publicUrl: string;
  now(): Date;
  random(): number;
};

export function createSandboxContext(state: SandboxState, config: SandboxConfig): SandboxContext {
  const now = () => new Date(Date.now() + config.clockAhead);
  const random = seededRandom(config.randomSeed);
  return {
    state,
    config,
    faults: openFaults(state, random),
    rejected: openRejectedRequests(state, now),
    publicUrl: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
    now,
    random,
  };
}
