import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait for programs to start and stop, the longest first. */
const waiting = [
  'proof.test.ts',
  'database-outage.test.ts',
  'start.test.ts',
  'embedded-postgres.test.ts',
  'side-by-side.test.ts',
];

/**
 * Starts one of the files that wait about when the one before ends, so that the processors have other work at the same time. The
 * others come by size: the first tenth of them takes a third of the time.
 */
class WaitingSpread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification): number =>
      waiting.findIndex((name) => moduleId.endsWith(`/${name}`));
    const others = sorted.filter((file) => placeOf(file) < 0);
    const spread = sorted.filter((file) => placeOf(file) >= 0).toSorted((one, other) => placeOf(one) - placeOf(other));
    const between = Math.ceil(others.length / 10);
    return [
      ...spread.flatMap((file, at) => [file, ...others.slice(at * between, (at + 1) * between)]),
      ...others.slice(spread.length * between),
    ];
  }
}

export default defineConfig({
  test: {
    include: ['{contract,server,web,sandbox,bench,scripts}/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    // Files may share a process, because caches belong to one database. Loading modules again would take long.
    isolate: false,
    // So a test file must leave nothing behind.
    unstubGlobals: true,
    setupFiles: ['scripts/unstub-globals.ts'],
    maxWorkers: 4,
    sequence: process.argv.includes('--sequence.shuffle.files') ? {} : { sequencer: WaitingSpread },
    // A limit only ends what hangs. A test that takes ten seconds takes thirty beside other programs.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: ['scripts/test-database.ts'],
  },
});
