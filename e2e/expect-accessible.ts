import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

type RunOnly = { type: 'tag' | 'rule'; values: string[] };
type RuleObject = Record<string, { enabled: boolean }>;

const standards: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const contrast: RunOnly = { type: 'rule', values: ['color-contrast'] };

/** No serious or critical finding against WCAG 2.2 AA on the page as it stands. */
export const expectAccessible = (page: Page): Promise<void> => expectNoFinding(page, standards);

/** All that another colour scheme changes. */
export const expectReadable = (page: Page): Promise<void> => expectNoFinding(page, contrast);

/** All that another width changes: everything but colours. */
export const expectUsable = (page: Page): Promise<void> =>
  expectNoFinding(page, standards, { 'color-contrast': { enabled: false } });

async function expectNoFinding(page: Page, runOnly: RunOnly, rules: RuleObject = {}): Promise<void> {
  await nextFrames(page);
  const { violations } = await new AxeBuilder({ page })
    // Its older way needs no second page to gather the findings of foreign frames; we have none.
    .setLegacyMode(true)
    // What is well is not described, which would take longer than to find what is not.
    .options({ runOnly, rules, resultTypes: ['violations'], preload: false })
    // The rows of a table are alike.
    .exclude('tbody > tr:nth-child(n+11)')
    .analyze();
  const findings = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  expect(findings).toEqual([]);
}

/** Another colour scheme is there with the next frame, and what it moves with the one after. */
const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
