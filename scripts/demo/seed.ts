import { ConfigError, loadConfig } from '../../server/src/base/config.ts';
import { closeDatabases, createContext } from '../../server/src/base/context.ts';
import { fillDemo } from './fill-demo.ts';

async function main(): Promise<void> {
  const config = loadConfig();
  if (config.production || !config.sandbox)
    throw new ConfigError('The demo shop is filled only beside the sandbox, never in production.');
  const context = createContext(config);
  try {
    await fillDemo(context);
  } finally {
    await closeDatabases(context);
  }
}

main().catch((error: unknown) => {
  const words = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${words}\n`);
  process.exit(1);
});
