import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** No serious or critical finding against WCAG 2.2 AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFinding(axeOn(page).withTags(standards));
}

/** All that another colour scheme changes. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNoFinding(axeOn(page).withRules('color-contrast'));
}

/** Its older way needs no second page to gather the findings of foreign frames; we have no frames, and it is quicker. */
const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode(true);

async function expectNoFinding(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const findings = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
  expect(findings).toEqual([]);
}
