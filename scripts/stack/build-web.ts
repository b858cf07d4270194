import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './program.ts';

const sources = [
  'web/src/**/*',
  'web/*.{ts,html,json,cjs,mjs}',
  'web/public/**/*',
  'contract/src/**/*',
  'docs/guide/**/*',
];

/** Builds the dashboard and the tracking page, unless the last build was made of the same sources. */
export async function buildWeb(log: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const stamp = path.join(root, 'web/dist/.sources');
  const hash = sourcesHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  log('Building the dashboard.');
  await runBuild(signal);
  writeFileSync(stamp, hash);
}

function sourcesHash(): string {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function runBuild(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const build = spawn('npm', ['run', '--silent', 'build', '-w', 'web'], {
      cwd: root,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0' },
      shell: process.platform === 'win32',
    });
    const output: string[] = [];
    for (const stream of [build.stdout, build.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
    build.on('error', reject);
    build.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The dashboard could not be built:\n${output.join('').trim()}`));
    });
  });
}
