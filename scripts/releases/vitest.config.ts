import { defineConfig } from 'vitest/config';

/** For `npm run release`, which fills a database with the support of the tests. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['scripts/releases/fill-release.ts'],
    pool: 'forks',
    testTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: ['scripts/test-database.ts'],
  },
});
