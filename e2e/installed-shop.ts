import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Sandbox } from './sandbox.ts';

export type InstalledShop = {
  domain: string;
  /** Of its owner. */
  page: Page;
};

/** Opens a store, installs the app in it as its owner does, and ends on the dashboard. */
export async function installedShop(page: Page, sandbox: Sandbox): Promise<InstalledShop> {
  const domain = `shop-${randomBytes(4).toString('hex')}.myshopify.com`;
  await page.goto(`${sandbox.url}/shopify/${domain}/admin/apps`);
  await page.getByRole('link', { name: 'Install Courierdesk' }).click();
  await page.getByRole('button', { name: 'Install app' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  return { domain, page };
}
