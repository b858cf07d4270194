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
  // Describing what passed would take longer than finding what failed.
  const options = { runOnly, rules, resultTypes: ['violations' as const], preload: false };
  // The rows of a table are alike.
  const serious = await seriousFindings(page, { exclude: ['tbody > tr:nth-child(n+6)'] }, options);
  const findings: Finding[] = [];
  for (const finding of serious)
    if (finding.rule !== 'target-size') findings.push(finding);
    else findings.push(...(await sizeFindings(page, finding)));
  expect(findings.map(({ rule, target, summary }) => `${rule}: ${target}: ${summary}`)).toEqual([]);
}

type Finding = {
  rule: string;
  /** A selector. */
  target: string;
  summary: string | undefined;
};

/**
 * What is still too small in the middle of the screen: a bar at its edge covers a part of what is scrolled below it,
 * which depends on where the page stands.
 */
async function sizeFindings(page: Page, { target }: Finding): Promise<Finding[]> {
  await page.evaluate((at) => document.querySelector(at)?.scrollIntoView({ block: 'center' }), target);
  await nextFrames(page);
  return seriousFindings(page, { include: [target] }, { runOnly: { type: 'rule', values: ['target-size'] } });
}

type Where = { include: string[] } | { exclude: string[] };

async function seriousFindings(page: Page, where: Where, options: axeCore.RunOptions): Promise<Finding[]> {
  const violations = await page.evaluate(async ([context, how]) => (await axe.run(context, how)).violations, [
    where,
    options,
  ] as const);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => ({ rule: id, target: target.join(' '), summary: failureSummary })),
    );
}

/** A new colour scheme is painted with the next frame, and its transitions start with the one after. */
const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
