import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { chromium } from '@playwright/test';
import { root } from './world/program.ts';

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium that starts here: one that is there, else one that can be fetched. Throws when none does. */
export async function findChromium(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (await starts(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not start.`);
  }
  for (const find of [installed, fetchedByPlaywright, fetchedByApt, unpackedFromNpm]) {
    const file = await find();
    if (file && (await starts(file))) return file;
  }
  throw new Error('No Chromium was found or could be fetched: install one, or name it in CHROMIUM_PATH.');
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

async function installed(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const file of [...onPath, macChrome, chromium.executablePath()]) {
    if (existsSync(file) && (await starts(file))) return file;
  }
  return undefined;
}

function fetchedByPlaywright(): string | undefined {
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  return status === 0 ? chromium.executablePath() : undefined;
}

async function fetchedByApt(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: 'ignore', env, timeout: 600_000 }).status === 0;
  apt('update');
  return apt('install', '-y', '--no-install-recommends', 'chromium') ? installed() : undefined;
}

function unpackedFromNpm(): Promise<string> {
  return sparticuz.executablePath();
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
