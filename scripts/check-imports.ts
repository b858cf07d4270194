import { importsOf, sourceFiles, violations } from './import-rules.ts';
import { fileCycles, folderCycles } from './import-cycles.ts';
import { root } from './stack/program.ts';

const files = sourceFiles(root);
const imports = importsOf(root, files);
const problems = [
  ...violations(imports).map(({ file, target, why }) => `${file} imports ${target}: ${why}.`),
  ...fileCycles(imports),
  ...folderCycles(imports),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
