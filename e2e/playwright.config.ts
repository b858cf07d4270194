import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium, ignoredFlags } from '../scripts/chromium.ts';

// Workers read this file too, and use what the first process found.
const executablePath = (process.env.E2E_CHROMIUM ??= await findChromium());

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './build.ts',
  // Each worker has its own stack, so tests of different workers cannot disturb each other. Two of them leave a fifth of
  // two cores unused.
  workers: 3,
  retries: 0,
  // A limit only ends what hangs: the longest test takes half a minute, and three times that beside other programs.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath, args: chromiumFlags, ignoreDefaultArgs: ignoredFlags },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Karachi',
    // A setting that people have. Waiting for menus that fade in takes a tenth of the time of all tests.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test takes 7 % of the time. The content of the page is recorded at each failure anyway, and
    // `--trace on` records more.
    trace: 'off',
    actionTimeout: 15_000,
  },
});
