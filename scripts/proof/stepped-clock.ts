import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A clock of some processes that can be moved on. */
export type SteppedClock = {
  /** Variables of its processes. */
  variables: Record<string, string>;
  /** From now on they are ahead of the others. */
  step(seconds: number): void;
  remove(): void;
};

/** Needs Debian's package `faketime`; undefined without it. */
export function steppedClock(): SteppedClock | undefined {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
  if (library === undefined) return undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-clock-'));
  const file = path.join(folder, 'offset');
  writeFileSync(file, '+0\n');
  return {
    variables: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // A step of the clock does not move the time since the start of the machine, which timers use.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    step: (seconds) => writeFileSync(file, `+${seconds}\n`),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
