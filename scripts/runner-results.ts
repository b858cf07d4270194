import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import type { StepResult } from './step.ts';

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  ok: z.boolean(),
  tests: z.array(
    z.object({ results: z.array(z.object({ errors: z.array(z.object({ message: z.string().default('') })) })) }),
  ),
});

const PlaywrightSuite = z.object({
  specs: z.array(PlaywrightSpec).default([]),
  get suites() {
    return z.array(PlaywrightSuite).default([]);
  },
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(PlaywrightSuite).default([]),
});

const firstLines = 12;

/** `succeeded` is the exit code of the runner: it knows of failures outside of tests, its report does not. */
export function vitestResult(file: string, succeeded: boolean): StepResult {
  const report = VitestReport.safeParse(readJson(file));
  if (!report.success) return unreadable('vitest');
  const files = report.data.testResults;
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const brokenFiles = files.filter((one) => one.status === 'failed' && !one.assertionResults.some(isFailed));
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(isFailed);
  return honest('vitest', succeeded, {
    passed,
    failed: failed.length + brokenFiles.length,
    skipped: tests.length - passed - failed.length,
    failures: [
      ...brokenFiles.map(({ name, message }) => `${name}\n${beginning(message)}`),
      ...failed.map(({ fullName, failureMessages }) => `${fullName}\n${beginning(failureMessages?.join('\n') ?? '')}`),
    ],
  });
}

/** A test that passed only when tried again is a failure. */
export function playwrightResult(file: string, succeeded: boolean): StepResult {
  const report = PlaywrightReport.safeParse(readJson(file));
  if (!report.success) return unreadable('playwright');
  const { expected, unexpected, flaky, skipped } = report.data.stats;
  const failures = specsOf(report.data.suites)
    .filter(({ ok }) => !ok)
    .map(({ title, file: name, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      const texts = errors.map(({ message }) => beginning(stripVTControlCharacters(message)));
      return [`${name}:${line} ${title}`, ...texts].join('\n');
    });
  return honest('playwright', succeeded, { passed: expected, failed: unexpected + flaky, skipped, failures });
}

function specsOf(suites: readonly z.infer<typeof PlaywrightSuite>[]): z.infer<typeof PlaywrightSpec>[] {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites)]);
}

function honest(runner: string, succeeded: boolean, result: StepResult): StepResult {
  if (result.passed + result.failed === 0) return failure(`${runner} ran no test.`);
  if (!succeeded && result.failed === 0)
    return { ...result, ...failure(`${runner} failed outside of its tests.`), passed: result.passed };
  return result;
}

function beginning(text: string): string {
  return text
    .split('\n')
    .slice(0, firstLines)
    .map((line) => `    ${line.slice(0, 400)}`)
    .join('\n');
}

function isFailed({ status }: { status: string }): boolean {
  return status === 'failed';
}

function unreadable(runner: string): StepResult {
  return failure(`${runner} left no report.`);
}

function failure(reason: string): StepResult {
  console.log(`FAILED  ${reason}`);
  return { passed: 0, failed: 1, skipped: 0 };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
