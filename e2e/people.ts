import { expect } from '@playwright/test';
import type { APIRequestContext, APIResponse, Browser, BrowserContextOptions, Page } from '@playwright/test';
import { z } from 'zod';

export type Person = {
  email: string;
  password: string;
};

export const owner: Person = { email: 'owner@demo.store', password: 'demo-owner-pass' };
export const staff: Person = { email: 'staff@demo.store', password: 'demo-staff-pass' };
export const freeOwner: Person = { email: 'owner@free.store', password: 'demo-owner-pass' };

/** Of whoever runs the server, at /operator. */
export const operatorPassword = 'the operator of this stack';

export type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Signs in as a person does, and returns the browser's storage. */
export async function signedIn(browser: Browser, baseURL: string, person: Person): Promise<Session> {
  const page = await browser.newPage({ baseURL });
  await signIn(page, person);
  const session = await page.context().storageState();
  await page.close();
  return session;
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await fillInSignIn(page, person);
  // People who may not see the dashboard go on to another page.
  await page.waitForURL(/\/dashboard/);
}

/** Gives the page's browser a new session of this person, as a sign-in does, without opening the dashboard. */
export async function startSession(page: Page, { email, password }: Person): Promise<void> {
  const data = { email, password };
  await keepSession(page, await page.request.post('/api/v1/login-user', { data, failOnStatusCode: true }));
}

/** Keeps the session of this reply in the page's browser. */
export async function keepSession(page: Page, reply: APIResponse): Promise<void> {
  const { auth_token: token } = z.object({ auth_token: z.string() }).parse(await reply.json());
  // Playwright's setStorageState would empty the browser's cache: a page is open.
  const otherTab = await page.context().newPage();
  await otherTab.goto('/favicon.svg');
  await otherTab.evaluate((value) => localStorage.setItem('auth_token', value), token);
  await otherTab.close();
}

/** On the login page. */
export async function fillInSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

/** What the browser sends with every call. */
export function tokenOf({ origins }: Session): string {
  const entries = origins.flatMap(({ localStorage }) => localStorage);
  return entries.find(({ name }) => name === 'auth_token')?.value ?? '';
}

/** As an end of the session elsewhere does: the page learns of it at its next call. */
export async function endSessionElsewhere(page: Page, request: APIRequestContext): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  await request.post('/api/v1/logout', { headers: { authorization: `Bearer ${token}` } });
}

/**
 * Until a search of the store orders finds so many: the store tells us of an order a moment after it was placed. Returns their
 * ids in the order of the list.
 */
export async function untilListed(page: Page, query: string, count = 1): Promise<string[]> {
  const headers = { authorization: `Bearer ${tokenOf(await page.context().storageState())}` };
  let ids: string[] = [];
  const found = async (): Promise<number> => {
    const params = { tab: 'all', limit: 200, query };
    const reply = await page.request.get('/api/v1/store-orders', { headers, params });
    ids = z
      .object({ data: z.array(z.object({ id: z.string() })) })
      .parse(await reply.json())
      .data.map(({ id }) => id);
    return ids.length;
  };
  await expect.poll(found, { intervals: [100] }).toBe(count);
  return ids;
}

/** As a logout in another tab does. */
export async function removeTokenInAnotherTab(page: Page): Promise<void> {
  const otherTab = await page.context().newPage();
  await otherTab.goto('/');
  await otherTab.evaluate(() => localStorage.removeItem('auth_token'));
  await otherTab.close();
  await expect(page).toHaveURL(/\/login$/);
}
