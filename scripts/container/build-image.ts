import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/program.ts';
import { run, type Buildah } from './buildah.ts';

const base = 'localhost/courierdesk-base';
export const image = 'localhost/courierdesk';

/** Builds the Containerfile on a Debian of our own with this Node and its npm, since a registry may be out of reach. */
export function buildImage(buildah: Buildah, folder: string, mirror: string, log: (line: string) => void): void {
  if (buildah('images', '--quiet', '--filter', `reference=${base}`) === '') {
    log('Making the base: Debian and Node 24.');
    makeBase(buildah, debianIn(folder, mirror));
  }
  log('Building the Containerfile. This takes some minutes.');
  const options = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', `BASE=${base}`];
  buildah('build', ...options, '--file', path.join(root, 'Containerfile'), '--tag', image, root);
}

/** A folder with Debian, made once. */
function debianIn(folder: string, mirror: string): string {
  const debian = path.join(folder, 'debian');
  if (existsSync(debian)) return debian;
  const unfinished = `${debian}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', unfinished, mirror]);
  renameSync(unfinished, debian);
  return debian;
}

function makeBase(buildah: Buildah, debian: string): void {
  const container = buildah('from', 'scratch');
  buildah('add', container, debian, '/');
  const files = buildah('mount', container);
  copyFileSync(process.execPath, path.join(files, 'usr/local/bin/node'));
  cpSync(npmFolder(), path.join(files, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(files, 'usr/local/bin/npm'));
  // The build trusts what this machine trusts, which may be a proxy of its own.
  const authorities = '/etc/ssl/certs/ca-certificates.crt';
  if (existsSync(authorities)) copyFileSync(authorities, path.join(files, authorities));
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${authorities}`, container);
  buildah('commit', '--rm', container, base);
}

const npmFolder = (): string => path.join(run('npm', ['root', '--global']), 'npm');
