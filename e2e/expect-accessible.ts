import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import axeCore from 'axe-core';

type RunOnly = { type: 'tag' | 'rule'; values: string[] };
type RuleObject = Record<string, { enabled: boolean }>;

/** In the page, once it was added. */
declare const axe: typeof axeCore;

const standards: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const contrast: RunOnly = { type: 'rule', values: ['color-contrast'] };

/** The page has no serious or critical finding against WCAG 2.2 AA. */
export const expectAccessible = (page: Page): Promise<void> => expectNoFinding(page, standards);

/** Only the checks that depend on the colour scheme. */
export const expectReadable = (page: Page): Promise<void> => expectNoFinding(page, contrast);

/** Only the checks that depend on the width: everything except colours. */
export const expectUsable = (page: Page): Promise<void> =>
  expectNoFinding(page, standards, { 'color-contrast': { enabled: false } });

async function expectNoFinding(page: Page, runOnly: RunOnly, rules: RuleObject = {}): Promise<void> {
  await nextFrames(page);
  // Once for each document: reading half a megabyte of script takes as long as a check. The one frame that we have, a
  // preview, runs no scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const violations = await page.evaluate(
    // The rows of a table are alike.
    async (options) => (await axe.run({ exclude: ['tbody > tr:nth-child(n+6)'] }, options)).violations,
    // Describing what passed would take longer than finding what failed.
    { runOnly, rules, resultTypes: ['violations' as const], preload: false },
  );
  const findings = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  expect(findings).toEqual([]);
}

/** A new colour scheme is painted with the next frame, and its transitions start with the one after. */
const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
