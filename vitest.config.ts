import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait for programs to start and stop. */
const long = ['chaos.test.ts', 'batch-chaos.test.ts', 'start.test.ts', 'database-outage.test.ts'];

/** The long files begin first, so that the others run while these wait. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      long.some((name) => moduleId.endsWith(`/scripts/${name}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
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
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // A limit only ends what hangs. A test that takes ten seconds takes thirty beside other programs.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: ['scripts/test-database.ts'],
  },
});
