import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { playwrightResult, vitestResult } from './runner-results.ts';
import { staticChecks } from './static-checks.ts';
import { runTool, staticCheck, summary, timedStep } from './step.ts';
import type { StepResult } from './step.ts';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

keepTemporaryFilesInMemory();
const reports = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-reports-'));
const results = [
  ...(await staticChecks()),
  await timedStep('tests of server, sandbox, contract, web and scripts', serverTests),
  await staticCheck('build of web', ['node', 'scripts/build.ts']),
  await timedStep('browser tests', browserTests),
];
rmSync(reports, { recursive: true, force: true });

for (const line of summary(results)) console.log(line);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;

async function serverTests(): Promise<StepResult> {
  const report = path.join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const succeeded = await runTool(['vitest', 'run', ...reporters], { verbose: true });
  return vitestResult(report, succeeded);
}

async function browserTests(): Promise<StepResult> {
  const report = path.join(reports, 'playwright.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const command = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
  return playwrightResult(report, await runTool(command, { verbose: true, env }));
}
