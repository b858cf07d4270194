import { chromium } from '@playwright/test';
import type { Browser, Page, Request } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../scripts/chromium.ts';
import { failed, under } from './figure.ts';
import type { Figure } from './figure.ts';

type Pages = {
  url: string;
  /** A signed-in owner. */
  token: string;
  /** A parcel that the public page can show. */
  trackingNumber: string;
};

/** Bytes of JavaScript over the network at the first visit. */
export async function pageWeightFigures({ url, token, trackingNumber }: Pages): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  try {
    const tracking = await scriptBytes(browser, `${url}/track/${trackingNumber}`);
    const dashboard = await scriptBytes(browser, `${url}/dashboard`, async (page) => {
      await page.addInitScript((stored) => localStorage.setItem('auth_token', stored), token);
    });
    return [
      weightFigure('compressed JavaScript of the tracking page', tracking, 60),
      weightFigure('compressed JavaScript of the first dashboard view', dashboard, 240),
    ];
  } finally {
    await browser.close();
  }
}

type Weighed = { kilobytes: number; compressed: boolean; heading: string };

function weightFigure(what: string, { kilobytes, compressed, heading }: Weighed, limit: number): Figure {
  if (!heading) return failed(what, `under ${limit} KB`, 'the page shows no heading');
  if (!compressed) return failed(what, `under ${limit} KB`, 'a script came uncompressed');
  return under(`${what} ("${heading}")`, kilobytes, limit, 'KB');
}

async function scriptBytes(
  browser: Browser,
  address: string,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Weighed> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  await prepare(page);
  await page.goto(address, { waitUntil: 'networkidle' });
  const heading = await page
    .getByRole('heading', { level: 1 })
    .first()
    .innerText({ timeout: 5000 })
    .catch(() => '');
  let bytes = 0;
  let compressed = true;
  for (const request of scripts) {
    const { responseBodySize } = await request.sizes();
    bytes += responseBodySize;
    const encoding = await (await request.response())?.headerValue('content-encoding');
    if (responseBodySize > smallestCompressed && !encoding) compressed = false;
  }
  await context.close();
  return { kilobytes: bytes / 1024, compressed, heading };
}

/** The server sends smaller files as they are. */
const smallestCompressed = 2048;
