import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { runOperator, usage } from '../server/src/app/operator/operator.ts';
import { waitForDatabase } from '../server/src/app/wait-for-database.ts';
import { loadConfig } from '../server/src/base/config.ts';
import { closeDatabases, createContext } from '../server/src/base/context.ts';
import { root } from './stack/program.ts';

/** Commands for whoever runs Courierdesk (docs/operations.md, "Commands"). */
const args = process.argv.slice(2);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  process.exitCode = args.length === 0 ? showUsage() : await runCommand();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function showUsage(): 0 {
  print(usage);
  return 0;
}

async function runCommand(): Promise<0 | 1> {
  const context = createContext(loadConfig(process.env, root));
  try {
    await waitForDatabase(context, 0);
    return await runOperator(context, args, { print, ask });
  } finally {
    await closeDatabases(context);
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    // Without a terminal the input may end before it has a line.
    return await Promise.race([terminal.question(question), once(terminal, 'close').then(() => '')]);
  } finally {
    terminal.close();
  }
}
