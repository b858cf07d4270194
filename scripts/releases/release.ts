import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { migrationsFolder } from '../../server/src/base/db/migrate.ts';
import { root } from '../stack/program.ts';

/** A released version. Nothing of it is ever changed. */
export const Release = z.object({
  version: z.string(),
  /** Each migration of the version with the SHA-256 of its file. */
  migrations: z.record(z.string(), z.string()),
  /** When `rows.jsonl.gz` was made, by the clock of the product. */
  madeAt: z.coerce.date(),
  /** With this secret its stored secrets are encrypted. */
  appSecret: z.string(),
  /** An owner in it, who signs in with password and code. */
  owner: z.object({ email: z.string(), password: z.string(), twoFactorSecret: z.string() }),
});
export type Release = z.output<typeof Release>;

/** Holds a folder for each release: `release.json`, the rows of a filled database, and the state of its sandbox. */
const releasesFolder = path.join(root, 'server/releases');

export const releaseFolder = (version: string): string => path.join(releasesFolder, version);

/** The oldest first. */
export function releases(): Release[] {
  return versions().map((version) =>
    Release.parse(JSON.parse(readFileSync(path.join(releaseFolder(version), 'release.json'), 'utf8'))),
  );
}

export const rowsOf = ({ version }: Release): string => unzipped(path.join(releaseFolder(version), 'rows.jsonl.gz'));

export const sandboxJournalOf = ({ version }: Release): string =>
  unzipped(path.join(releaseFolder(version), 'sandbox.jsonl.gz'));

/** The migrations in a folder, with the SHA-256 of each. */
export function migrationHashes(folder = migrationsFolder): Record<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return Object.fromEntries(
    files.toSorted().map((file) => {
      // A clone on Windows may have other line endings.
      const text = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      return [file.slice(0, -'.sql'.length), createHash('sha256').update(text).digest('hex')];
    }),
  );
}

/** What databases of released versions would not survive, a sentence each. */
export function migrationProblems(released: readonly Release[], hashes: Record<string, string>): string[] {
  const problems = new Set<string>();
  for (const { version, migrations } of released)
    for (const [name, hash] of Object.entries(migrations)) {
      if (hashes[name] === undefined) problems.add(`${name} was removed or renamed, but ${version} has it.`);
      else if (hashes[name] !== hash) problems.add(`${name} was changed after ${version} was released.`);
    }
  const known = released.flatMap(({ migrations }) => Object.keys(migrations)).toSorted();
  const last = known.at(-1) ?? '';
  for (const name of Object.keys(hashes))
    if (!known.includes(name) && numberOf(name) <= numberOf(last))
      problems.add(`${name} is new: its number must be after ${last}, the last released one.`);
  return [...problems];
}

const numberOf = (migration: string): number => Number(/^\d{4}(?=-)/.exec(migration)?.[0] ?? 0);

function versions(): string[] {
  if (!existsSync(releasesFolder)) return [];
  const partsOf = (version: string): number[] => version.split('.').map(Number);
  return readdirSync(releasesFolder).toSorted((one, other) => {
    const [a, b] = [partsOf(one), partsOf(other)];
    return a.map((part, at) => part - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
  });
}

const unzipped = (file: string): string => gunzipSync(readFileSync(file)).toString();
