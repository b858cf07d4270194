import { sourceFiles, violations } from './arrows.ts';
import { root } from './stack/program.ts';

const found = violations(root, sourceFiles(root));
for (const { file, target, why } of found) console.log(`${file} imports ${target}: ${why}.`);
process.exitCode = found.length > 0 ? 1 : 0;
