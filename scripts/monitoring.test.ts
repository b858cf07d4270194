import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMetrics } from '../server/src/base/observability/metrics.ts';
import { root } from './stack/program.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const alerts = read('monitoring/alerts.yaml');
const dashboard = read('monitoring/dashboard.json');
const operations = read('docs/operations.md');

/** Of Prometheus itself, about each process that it asks. */
const up = 'up';
const metricName = /\b(?:courierdesk|nodejs|process)_[a-z0-9_]+/g;

const ours = createMetrics().registry.getMetricsAsArray();
const served = new Set([
  up,
  ...ours.flatMap(({ name, type }) =>
    String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  ),
]);
const expressions = (text: string, key: RegExp): string => [...text.matchAll(key)].map(([part]) => part).join('\n');

test('alerts and dashboard use only metrics that are served', () => {
  const used = `${expressions(alerts, /^ +expr: (?:\|\n(?: {10,}.*\n)+|.*)/gm)}\n${expressions(dashboard, /"expr": .*/g)}`;
  const names = new Set(used.match(metricName));
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => !served.has(name))).toEqual([]);
});

test('counters whose increase is an alert begin with 0, so that Prometheus sees the first event', async () => {
  const lines = (await createMetrics().registry.metrics()).split('\n');
  const increases = [...alerts.matchAll(/increase\((\w+)(?:\{outcome=~?"(.+?)"\})?\[/g)].flatMap(
    ([, name = '', outcomes = '']) => outcomes.split('|').map((outcome) => ({ name, outcome })),
  );
  expect(increases.length).toBeGreaterThan(7);
  const beginsWithZero = ({ name, outcome }: { name: string; outcome: string }): boolean =>
    lines.some(
      (line) =>
        line.startsWith(name) && line.endsWith(' 0') && (outcome === '' || line.includes(`outcome="${outcome}"`)),
    );
  expect(increases.filter((one) => !beginsWithZero(one))).toEqual([]);
});

test('the dashboard shows each metric of ours, and the docs explain it', () => {
  const names = ours.map(({ name }) => name).filter((name) => name.startsWith('courierdesk_'));
  expect(names.filter((name) => !dashboard.includes(name))).toEqual([]);
  expect(names.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
});

test('each alert names a section of the docs that says what to do', () => {
  const count = alerts.match(/- alert: /g)?.length;
  const sections = [...alerts.matchAll(/runbook: docs\/operations\.md, "(.+)"$/gm)].map(([, title]) => title);
  expect(sections).toHaveLength(count ?? 0);
  expect(sections.filter((title) => !operations.includes(`\n#### ${title}\n`))).toEqual([]);
});

test('the server writes each log line that the docs name', () => {
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const sources = files.map(read).join('\n');
  const lines = [...operations.matchAll(/log\s+lines?\s+"([^"]+)"/g)].map(([, line = '']) => line.replace(/\s+/g, ' '));
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.filter((line) => !sources.includes(`'${line}'`))).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!hasPromtool)('promtool takes the alerts, and they fire when they should', () => {
  for (const [what, file] of [
    ['check', 'alerts.yaml'],
    ['test', 'alerts.test.yaml'],
  ] as const) {
    const { status, stdout, stderr } = spawnSync('promtool', [what, 'rules', path.join(root, 'monitoring', file)], {
      encoding: 'utf8',
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
  }
});
