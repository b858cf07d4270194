import { runTool } from './step.ts';

// `npm run tool -- vitest run <file>`: any tool of the repository, under Node 24.
process.exitCode = (await runTool(process.argv.slice(2), { verbose: true })) ? 0 : 1;
