import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { playwrightResult } from './runner-results.ts';
import { root } from './stack/program.ts';

test('the result of browser tests names each that failed, with its place and the beginning of its error', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-runner-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  const file = path.join(folder, 'report.json');
  writeFileSync(
    path.join(folder, 'sums.spec.ts'),
    `import { expect, test } from '@playwright/test';
     test('one and one are two', () => expect(1 + 1).toBe(2));
     test.describe('wrong', () => {
       test('one and one are three', () => expect(1 + 1).toBe(3));
     });`,
  );
  writeFileSync(path.join(folder, 'playwright.config.ts'), `export default { reporter: 'json' };`);
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { status } = spawnSync(process.execPath, [cli, 'test'], { cwd: folder, env });
  const { failures, ...counts } = playwrightResult(file, status === 0);
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(failures).toEqual([expect.stringMatching(/^sums\.spec\.ts:4 one and one are three\n {4}Error: expect/)]);
  expect(failures?.join()).toContain('Expected: 3');
});
