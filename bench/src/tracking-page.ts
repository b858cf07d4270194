import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bookOrder } from '@courierdesk/contract/booking';
import { trackOrder } from '@courierdesk/contract/shipments';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { openForm } from '../../scripts/proof/book-through-api.ts';
import { placeOrders } from '../../scripts/proof/place-orders.ts';
import { chromiumFlags, findChromium } from '../../scripts/chromium.ts';
import { callApi } from '../../scripts/isolated-stack/call-api.ts';
import type { InstalledShop } from '../../scripts/isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import { atMost, failed, under } from './figure.ts';
import type { Figure } from './figure.ts';
import { median } from './statistics.ts';

/** Bytes, requests and paints of the public page on a slow phone, beside those of a page of one sentence. */
export async function trackingPageFigures(stack: IsolatedStack, shop: InstalledShop): Promise<Figure[]> {
  const link = await linkOfParcel(stack, shop);
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  const bare = await servePage();
  try {
    const figures: Figure[] = [];
    for (const [lang, language] of [
      ['en', 'English'],
      ['ur', 'Urdu'],
    ])
      for (const javaScriptEnabled of [true, false]) {
        const what = `tracking page in ${language} ${javaScriptEnabled ? 'with' : 'without'} JavaScript`;
        const ofPage: Visit[] = [];
        const ofBare: Visit[] = [];
        for (let count = 0; count < 5; count++) {
          ofBare.push(await visit(browser, bare.url, javaScriptEnabled));
          ofPage.push(await visit(browser, `${link}&lang=${lang}`, javaScriptEnabled));
        }
        figures.push(...figuresOf(what, ofPage, ofBare));
      }
    return figures;
  } finally {
    bare.server.close();
    await browser.close();
  }
}

function figuresOf(what: string, ofPage: readonly Visit[], ofBare: readonly Visit[]): Figure[] {
  const middle = (visits: readonly Visit[], of: (visit: Visit) => number): number => median(visits.map(of));
  const broken = ofPage.find(({ steps }) => steps !== 3);
  if (broken) return [failed(what, '3 steps', `${broken.steps} steps`)];
  const first = (one: Visit): number => one.firstPaint;
  const largest = (one: Visit): number => one.largestPaint;
  return [
    under(`${what}: everything it loads`, Math.max(...ofPage.map(({ bytes }) => bytes)) / 1024, 60, 'KB'),
    atMost(`${what}: requests`, Math.max(...ofPage.map(({ requests }) => requests)), 6, ''),
    atMost(`${what}: first paint`, middle(ofPage, first), 1500, 'ms'),
    atMost(`${what}: largest paint`, middle(ofPage, largest), 2000, 'ms'),
    atMost(
      `${what}: first paint, against a page of one sentence`,
      middle(ofPage, first) / middle(ofBare, first),
      5,
      'times',
    ),
    atMost(`${what}: largest paint, against the same`, middle(ofPage, largest) / middle(ofBare, largest), 5, 'times'),
  ];
}

/** A parcel that is out for delivery: the link that the shop sends to its customer. */
async function linkOfParcel(stack: IsolatedStack, shop: InstalledShop): Promise<string> {
  const [token = ''] = shop.tokens;
  const [order] = await placeOrders(stack, shop, 1);
  if (!order) throw new Error('the store took no order');
  const opened = await openForm(stack, shop, token, order, 'LEOPARD');
  if (!('form' in opened)) throw new Error(`${order.name}: ${JSON.stringify(opened)}`);
  const { body: booked } = await callApi(stack.url, token, 'POST', '/book-order', opened.form);
  const number = bookOrder.reply.parse(booked).data.trackingNumber ?? '';
  await stack.control('advance', { tracking_number: number, to: 'out_for_delivery' });
  const { body: tracked } = await callApi(stack.url, token, 'GET', trackOrder.path.replace(':id', number));
  const { pathname, search } = new URL(trackOrder.reply.parse(tracked).shipment.tracking_url);
  return `${stack.url}${pathname}${search}`;
}

type Visit = {
  /** Over the network, with headers. */
  bytes: number;
  requests: number;
  /** Milliseconds from the start of the navigation. */
  firstPaint: number;
  largestPaint: number;
  steps: number;
};

/** Lighthouse's slow 4G: 1.6 Mbit/s, 150 ms; and a phone whose processor is a quarter as fast as this machine's. */
async function visit(browser: Browser, address: string, javaScriptEnabled: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    let bytes = 0;
    let requests = 0;
    devtools.on('Network.requestWillBeSent', () => requests++);
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1_600_000 / 8,
      uploadThroughput: 750_000 / 8,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    // Without JavaScript, a page cannot observe its own paints.
    let largestAt = Number.NaN;
    devtools.on('PerformanceTimeline.timelineEventAdded', ({ event: { lcpDetails } }) => {
      if (lcpDetails) largestAt = lcpDetails.renderTime * 1000;
    });
    await devtools.send('PerformanceTimeline.enable', { eventTypes: ['largest-contentful-paint'] });
    await page.goto(address, { waitUntil: 'networkidle' });
    const { firstPaint, startedAt } = await page.evaluate(() => ({
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      startedAt: performance.timeOrigin,
    }));
    const steps = await page.locator('.step').count();
    return { bytes, requests, firstPaint, largestPaint: largestAt - startedAt, steps };
  } finally {
    await context.close();
  }
}

/** The smallest page there is: no browser shows anything sooner on this connection. */
async function servePage(): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Bare</title><link rel="icon" href="data:,"><h1>On its way to Lahore</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
