import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { keepSession } from './people.ts';
import type { Sandbox } from './sandbox.ts';

export type InstalledShop = {
  domain: string;
  /** Of its owner. */
  page: Page;
};

/** Installs the app in a new store, with the calls that the browser of its owner makes, and signs the owner in. */
export async function installedShop(page: Page, sandbox: Sandbox): Promise<InstalledShop> {
  const domain = `shop-${randomBytes(4).toString('hex')}.myshopify.com`;
  const consent = { form: { decision: 'approve' }, failOnStatusCode: true };
  const asked = await page.request.get(`${sandbox.url}/shopify/${domain}/admin/apps/open`, { failOnStatusCode: true });
  const installed = await page.request.post(asked.url(), consent);
  const signedIn = await page.request.post(installed.url(), consent);
  const token = new URL(signedIn.url()).searchParams.get('token');
  const data = { token };
  await keepSession(page, await page.request.post('/api/v1/session-exchange', { data, failOnStatusCode: true }));
  return { domain, page };
}
