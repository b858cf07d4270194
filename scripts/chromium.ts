import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import { chromium } from '@playwright/test';
import { root } from './stack/program.ts';

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Playwright lets Chromium keep its shared memory in files, for containers that have little of it. Where there is enough,
 * memory takes less processor time.
 */
export const ignoredFlags = hasSharedMemory() ? ['--disable-dev-shm-usage'] : [];

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= 2 ** 30;
  } catch {
    return false;
  }
}

/**
 * The path of a Chromium that starts here: a headless shell, which does the same for a quarter less processor time, else
 * a whole browser that is there, else one that can be fetched. Throws when none does.
 */
export async function findChromium(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (await starts(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not start.`);
  }
  for (const find of [installedShells, unpackedFromNpm, installedBrowsers, fetchedByPlaywright, fetchedByApt]) {
    for (const file of await find()) if (existsSync(file) && (await starts(file))) return file;
  }
  throw new Error('No Chromium was found or could be fetched: install one, or name it in CHROMIUM_PATH.');
}

const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const installedShells = (): string[] => onPath(shells);

const installedBrowsers = (): string[] => [...onPath(browsers), macChrome, chromium.executablePath()];

function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** The headless shell that comes as a package, for Linux alone. It unpacks itself into the folder for temporary files. */
async function unpackedFromNpm(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const before = process.env.TMPDIR;
  const folder = path.join(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), 'unpacked');
  try {
    mkdirSync(folder, { recursive: true });
    process.env.TMPDIR = folder;
    return [await sparticuz.executablePath()];
  } catch {
    return [];
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

function fetchedByPlaywright(): string[] {
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  return status === 0 ? [chromium.executablePath()] : [];
}

function fetchedByApt(): string[] {
  if (process.getuid?.() !== 0) return [];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: 'ignore', env, timeout: 600_000 }).status === 0;
  apt('update');
  return apt('install', '-y', '--no-install-recommends', 'chromium') ? installedBrowsers() : [];
}

async function starts(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, args: chromiumFlags, timeout: 60_000 });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}
