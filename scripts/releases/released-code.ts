import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../stack/program.ts';
import { releaseFolder } from './release.ts';

type ReleasedCode = {
  folder: string;
  remove(): void;
};

/**
 * The code of a released version, from the commit that made its folder, ready to run with the packages that are installed
 * for this version. Or a sentence: why this clone does not have it.
 */
export function releasedCode(version: string): ReleasedCode | string {
  const commit = git(['log', '-1', '--format=%H', '--', releaseFolder(version)])
    .toString()
    .trim();
  if (commit === '') return `The history of this folder does not have the commit of ${version}.`;
  // The oldest commit of a shallow clone seems to make every file.
  const isOldest = git(['rev-parse', '--verify', '--quiet', `${commit}^`]).length === 0;
  if (isOldest) return `This clone is shallow and does not have the commit of ${version}.`;

  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-released-'));
  const archive = git(['archive', '--format=tar', commit, 'package.json', 'contract', 'server', 'scripts']);
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input: archive });
  if (status !== 0) throw new Error(`The code of ${version} cannot be unpacked: ${String(stderr)}`);
  linkPackages(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Our own packages are those of the released version, all others those of this one. */
function linkPackages(folder: string): void {
  const own = '@courierdesk';
  const link = (from: string, to: string) => symlinkSync(from, to, 'junction');
  const modules = path.join(folder, 'node_modules');
  mkdirSync(path.join(modules, own), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== own && !name.startsWith('.')) link(path.join(root, 'node_modules', name), path.join(modules, name));
  for (const workspace of ['contract', 'server']) {
    link(path.join(folder, workspace), path.join(modules, own, workspace));
    const nested = path.join(root, workspace, 'node_modules');
    if (existsSync(nested)) link(nested, path.join(folder, workspace, 'node_modules'));
  }
}

/** The output of git, or nothing when it fails. */
function git(args: string[]): Buffer {
  const { status, stdout } = spawnSync('git', args, { cwd: root, maxBuffer: 1_000_000_000 });
  return status === 0 ? stdout : Buffer.alloc(0);
}
