import { readFileSync } from 'node:fs';
import path from 'node:path';
import { coverageProblems } from './spec-coverage.ts';
import { root } from './stack/program.ts';

const problems = coverageProblems(root, readFileSync(path.join(root, 'docs/spec-coverage.md'), 'utf8'));
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
