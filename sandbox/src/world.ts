import type { SandboxConfig } from './config.ts';
import type { Faults } from './faults.ts';
import { openFaults } from './faults.ts';
import { seededRandom } from './random.ts';
import type { RejectedRequests } from './rejected.ts';
import { openRejected } from './rejected.ts';
import type { SandboxState } from './state.ts';

/** What every simulated system shares. */
export interface World {
  readonly state: SandboxState;
  readonly faults: Faults;
  readonly config: SandboxConfig;
  readonly rejected: RejectedRequests;
  /** Where this sandbox is reached; known once it listens. */
  publicUrl: string;
  now(): Date;
  random(): number;
}

export function createWorld(state: SandboxState, config: SandboxConfig): World {
  const now = () => new Date();
  const random = seededRandom(config.randomSeed);
  return {
    state,
    config,
    faults: openFaults(state, random),
    rejected: openRejected(state, now),
    publicUrl: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
    now,
    random,
  };
}
