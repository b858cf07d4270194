import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../scripts/chromium.ts';
import { median } from './statistics.ts';
import { under } from './figure.ts';
import type { Figure } from './figure.ts';

type FirstPages = {
  url: string;
  /** A signed-in owner. */
  token: string;
};

/** How soon the sign-in page and the dashboard appear on a slow phone at the first visit. */
export async function firstPaintFigures({ url, token }: FirstPages): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  try {
    const login = await severalVisits(() => visit(browser, `${url}/login`, 'Sign in'));
    const dashboard = await severalVisits(() => visit(browser, `${url}/dashboard`, 'Dashboard', token));
    return [
      under('first paint of the sign-in page on a slow phone', login.firstPaint, 1500, 'ms'),
      under('requests of the sign-in page', login.requests, 15, ''),
      under('first paint of the dashboard on a slow phone', dashboard.firstPaint, 1500, 'ms'),
      under('the sign-in page ready to use on a slow phone', login.ready, 2500, 'ms'),
      under('the dashboard ready to use on a slow phone', dashboard.ready, 4000, 'ms'),
    ];
  } finally {
    await browser.close();
  }
}

type Visit = {
  /** Milliseconds from the start of the navigation to the first text or picture. */
  firstPaint: number;
  /** Milliseconds until the main button or heading of the page is there. */
  ready: number;
  requests: number;
};

async function severalVisits(once: () => Promise<Visit>): Promise<Visit> {
  const visits: Visit[] = [];
  for (let count = 0; count < 5; count++) visits.push(await once());
  return {
    firstPaint: median(visits.map((one) => one.firstPaint)),
    ready: median(visits.map((one) => one.ready)),
    requests: Math.max(...visits.map((one) => one.requests)),
  };
}

/** A slow 3G connection: 1.6 Mbit/s, 150 ms; and a phone whose processor is a quarter as fast as this machine's. */
async function visit(browser: Browser, address: string, landmark: string, token?: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    if (token) await page.addInitScript((stored) => localStorage.setItem('auth_token', stored), token);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1_600_000 / 8,
      uploadThroughput: 750_000 / 8,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    let requests = 0;
    page.on('request', () => requests++);
    await page.goto(address, { waitUntil: 'commit' });
    const main = page.getByRole('main').getByText(landmark, { exact: true }).first();
    await main.waitFor();
    const ready = await page.evaluate(() => performance.now());
    await page.waitForLoadState('networkidle');
    const firstPaint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    );
    return { firstPaint, ready, requests };
  } finally {
    await context.close();
  }
}
