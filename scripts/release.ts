import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrationHashes, migrationProblems, releaseFolder, releases } from './releases/release.ts';
import { root } from './stack/program.ts';
import { runTool } from './step.ts';

// `npm run release -- 0.3.0`: gives all packages this version and makes its folder in server/releases. Changes no other one.
const [version = ''] = process.argv.slice(2);
const problems = problemsOf(version);
if (problems.length === 0 && (await fillRelease(version))) {
  setVersion(version);
  console.log(`Made ${path.relative(root, releaseFolder(version))}.`);
} else {
  for (const problem of problems) console.error(problem);
  process.exitCode = 1;
}

function problemsOf(wanted: string): string[] {
  if (!/^\d+\.\d+\.\d+$/.test(wanted)) return ['Name the version: npm run release -- 0.3.0'];
  if (existsSync(releaseFolder(wanted))) return [`${wanted} was released already. Take the next version.`];
  return migrationProblems(releases(), migrationHashes());
}

/** In vitest, because the support of the tests runs there. */
function fillRelease(wanted: string): Promise<boolean> {
  const env = { ...process.env, RELEASE_VERSION: wanted };
  return runTool(['vitest', 'run', '--config', 'scripts/releases/vitest.config.ts'], { verbose: true, env });
}

function setVersion(wanted: string): void {
  // The version of a package of ours stands below its name.
  const ownVersion = /("name": "(?:@courierdesk\/\w+|courierdesk)",\s+"version": )"[^"]*"/g;
  for (const file of globSync(['package.json', 'package-lock.json', '*/package.json'], { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8');
    writeFileSync(path.join(root, file), text.replace(ownVersion, `$1"${wanted}"`));
  }
}
