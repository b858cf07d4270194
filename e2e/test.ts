import { expect, test as base } from '@playwright/test';
import type { BrowserContext, Page, TestInfo } from '@playwright/test';
import { askApi } from './ask-api.ts';
import type { AskApi } from './ask-api.ts';
import { bookParcel } from './book-parcel.ts';
import type { BookParcel } from './book-parcel.ts';
import { databaseAt } from './database.ts';
import type { Database } from './database.ts';
import { installedShop } from './installed-shop.ts';
import type { InstalledShop } from './installed-shop.ts';
import { owner, signedIn, staff, tokenOf } from './people.ts';
import type { Session } from './people.ts';
import { sandboxAt } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';
import { startStack } from './stack.ts';
import type { Stack } from './stack.ts';

type Fixtures = {
  /** Its faults are cleared at the end of each test. */
  sandbox: Sandbox;
  database: Database;
  /** Asks the API as the owner of the demo shop. */
  askApi: AskApi;
  /** Books an order of the demo shop as its owner. */
  bookParcel: BookParcel;
  /** Pages of signed-in people, each with its own browser context. */
  ownerPage: Page;
  staffPage: Page;
  /**
   * `kept`, unless a file says otherwise: the next test of the worker gets these contexts again, so the browser need not load and
   * check all scripts of the dashboard again. Pages, storage, permissions and routes of a test end with it, and a context of which
   * the clock was moved.
   */
  contexts: 'kept' | 'new';
  /** Uses a page of a person. */
  withPage: (session: Session, use: (page: Page) => Promise<void>) => Promise<void>;
  /** A shop on the FREE plan that has just installed the app: no account, no order, and its owner signed in. */
  newShop: InstalledShop;
  /** Console errors, uncaught exceptions and failed requests of every page. Any that no pattern allows fails the test. */
  browserErrors: { expect(pattern: RegExp): void };
};

type WorkerFixtures = {
  stack: Stack;
  keptContexts: Map<Session, BrowserContext>;
  ownerSession: Session;
  staffSession: Session;
};

export { expect } from '@playwright/test';

export const test = base.extend<Fixtures, WorkerFixtures>({
  stack: [
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ stack }, use) => use(stack.url),

  sandbox: async ({ stack }, use) => {
    const sandbox = sandboxAt(stack.sandboxUrl);
    await use(sandbox);
    await sandbox.clearFaults();
  },
  database: ({ stack }, use) => use(databaseAt(stack.databaseUrl)),
  askApi: ({ stack, ownerSession }, use) => use(askApi(stack.url, tokenOf(ownerSession))),
  bookParcel: ({ stack, ownerSession }, use) => use(bookParcel(stack.url, tokenOf(ownerSession))),

  ownerSession: [
    async ({ browser, stack }, use) => use(await signedIn(browser, stack.url, owner)),
    { scope: 'worker' },
  ],
  staffSession: [
    async ({ browser, stack }, use) => use(await signedIn(browser, stack.url, staff)),
    { scope: 'worker' },
  ],

  page: ({ withPage }, use) => withPage(signedOut, use),
  ownerPage: ({ ownerSession, withPage }, use) => withPage(ownerSession, use),
  staffPage: ({ staffSession, withPage }, use) => withPage(staffSession, use),
  contexts: ['kept', { option: true }],
  keptContexts: [
    async ({}, use) => {
      const kept = new Map<Session, BrowserContext>();
      await use(kept);
      for (const context of kept.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  withPage: ({ browser, contexts, contextOptions, keptContexts, stack }, use, testInfo) =>
    use(async (storageState, usePageOf) => {
      const kept = contexts === 'kept' ? keptContexts.get(storageState) : undefined;
      if (kept) keptContexts.delete(storageState);
      const context = kept ?? (await browser.newContext({ ...contextOptions, baseURL: stack.url, storageState }));
      const page = await context.newPage();
      const { clock } = page;
      let clockMoved = false;
      const moveClock = (): Page['clock'] => {
        clockMoved = true;
        return clock;
      };
      Object.defineProperty(page, 'clock', { get: moveClock });
      await usePage(page, usePageOf);
      if (hasFailed(testInfo)) testInfo.annotations.push({ type: screen, description: await textOf(page) });
      if (contexts === 'new' || clockMoved) return context.close();
      for (const one of context.pages()) await one.close();
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      await context.clearPermissions();
      await context.setStorageState(storageState);
      keptContexts.set(storageState, context);
    }),
  newShop: async ({ page, sandbox }, use) => use(await installedShop(page, sandbox)),

  browserErrors: [
    async ({ browser }, use, testInfo) => {
      const started = Date.now();
      const steps: string[] = [];
      const note = (what: string): void => void steps.push(`${Date.now() - started} ms: ${what}`);
      const troubles: string[] = [];
      const expected: RegExp[] = [];
      const watched: BrowserContext[] = [];
      const watch = (context: BrowserContext) => {
        watched.push(context);
        context.on('weberror', (error) => troubles.push(error.error().message));
        context.on('console', (message) => {
          if (message.type() === 'error') troubles.push(`${message.text()} (${message.location().url})`);
        });
        context.on('page', (page) =>
          page.on('framenavigated', (frame) => frame === page.mainFrame() && note(`opened ${page.url()}`)),
        );
        context.on('response', (response) => {
          const { pathname } = new URL(response.url());
          if (pathname.startsWith('/api/')) note(`${response.request().method()} ${pathname} ${response.status()}`);
        });
        context.on('requestfailed', (request) => {
          const reason = request.failure()?.errorText ?? '';
          const { pathname } = new URL(request.url());
          if (pathname.startsWith('/api/')) note(`${request.method()} ${pathname} ${reason}`);
          // Leaving a page aborts its requests.
          if (reason !== 'net::ERR_ABORTED') troubles.push(`${request.method()} ${request.url()} ${reason}`);
        });
      };
      browser.contexts().forEach(watch);
      browser.on('context', watch);
      await use({ expect: (pattern) => void expected.push(pattern) });
      browser.off('context', watch);
      for (const context of watched)
        for (const type of ['weberror', 'console', 'page', 'response', 'requestfailed'])
          context.removeAllListeners(type);
      expect.soft(troubles.filter((trouble) => !expected.some((pattern) => pattern.test(trouble)))).toEqual([]);
      if (!hasFailed(testInfo)) return;
      // The message of an assertion does not say what was on the screen and how it came there.
      const screens = testInfo.annotations.filter(({ type }) => type === screen).map(({ description }) => description);
      throw new Error(['What happened:', ...steps.slice(-lastSteps), 'On the screen:', ...screens].join('\n  '));
    },
    { auto: true },
  ],
});

const hasFailed = ({ status, expectedStatus }: TestInfo): boolean => status !== expectedStatus;

/** The type of an annotation with the text of a page when its test failed. */
const screen = 'screen';
const lastSteps = 9;

/** The page without its navigation, and what lies over it. */
async function textOf(page: Page): Promise<string> {
  if (page.isClosed()) return '(closed)';
  const parts = await page.locator('main, [role="dialog"], [role="alert"]').allInnerTexts();
  return parts.join(' | ').replaceAll(/\s+/g, ' ').slice(0, 400);
}

/** Of a page of which no one is signed in. */
const signedOut: Session = { cookies: [], origins: [] };

/** An answer that a route of the test is still fetching when the test ends is no failure. */
async function usePage(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  await use(page);
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
}
