import { runTool } from './step.ts';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

// `npm run tool -- vitest run <file>`: any tool of the repository, under Node 24.
keepTemporaryFilesInMemory();
process.exitCode = (await runTool(process.argv.slice(2), { verbose: true })) ? 0 : 1;
