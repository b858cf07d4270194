import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../scripts/chromium.ts';
import { buildWeb } from '../scripts/stack/build-web.ts';
import { root } from '../scripts/stack/program.ts';
import { guideShots, type Shot } from './guide-shots.ts';
import { owner, signIn } from './people.ts';
import { sandboxAt } from './sandbox.ts';
import { startStack } from './stack.ts';

/** Makes the pictures of docs/guide/images again, from the demo shop. `npm run guide-screenshots -- orders batch` makes some. */
const folder = path.join(root, 'docs/guide/images');
const wanted = process.argv.slice(2);
const topBar = 52;

await buildWeb(console.log);
const stack = await startStack();
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
try {
  const page = await browser.newPage({
    baseURL: stack.url,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Karachi',
    locale: 'en-GB',
  });
  await page.addInitScript(() => localStorage.setItem('nav_collapsed', 'true'));
  await signIn(page, owner);
  const encoder = await browser.newPage();
  const made: { file: string; image: Buffer; size: Size }[] = [];
  for (const shot of guideShots) {
    if (wanted.length > 0 && !wanted.includes(shot.name)) continue;
    await page.setViewportSize({ width: 1280, height: 800, ...shot.viewport });
    await shot.prepare(page, sandboxAt(stack.sandboxUrl));
    const clip = await clipOf(page, shot);
    const image = await asWebp(encoder, await page.screenshot({ clip }));
    made.push({ file: `${shot.name}.webp`, image, size: { width: clip.width, height: clip.height } });
    console.log(`${shot.name}.webp ${clip.width} × ${clip.height}, ${Math.round(image.length / 1024)} KB`);
  }
  if (wanted.length === 0) for (const file of globSync('*.webp', { cwd: folder })) rmSync(path.join(folder, file));
  const sizes = wanted.length > 0 ? storedSizes() : {};
  for (const { file, image, size } of made) {
    writeFileSync(path.join(folder, file), image);
    sizes[file] = size;
  }
  const sorted = Object.fromEntries(Object.entries(sizes).toSorted(([one], [other]) => one.localeCompare(other)));
  writeFileSync(path.join(folder, 'sizes.json'), `${JSON.stringify(sorted, null, 2)}\n`);
} finally {
  await browser.close();
  await stack.stop();
}

type Size = { width: number; height: number };

function storedSizes(): Record<string, Size> {
  const sizes: Record<string, Size> = JSON.parse(readFileSync(path.join(folder, 'sizes.json'), 'utf8'));
  return sizes;
}

/** The page without navigation and top bar, down to where it ends. */
async function clipOf(page: Page, { whole = false, width, height }: Shot) {
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  const box = await page.getByRole('main').boundingBox();
  const seen = page.viewportSize();
  if (!box || !seen) throw new Error(`${page.url()} shows no page`);
  if (whole) return { x: 0, y: 0, ...seen };
  const x = Math.round(box.x);
  return { x, y: topBar, width: width ?? seen.width - x, height: (height ?? seen.height) - topBar };
}

/** Chromium encodes WebP, so that we need no image library. */
async function asWebp(encoder: Awaited<ReturnType<Browser['newPage']>>, png: Buffer): Promise<Buffer> {
  const encoded = await encoder.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.82);
  }, png.toString('base64'));
  return Buffer.from(encoded.replace(/^data:image\/webp;base64,/, ''), 'base64');
}
