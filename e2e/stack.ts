import { operatorPassword } from './people.ts';
import { startTemporaryStack } from '../scripts/stack/temporary-stack.ts';

/** The addresses of the product, its database and the sandbox. */
export type Stack = {
  url: string;
  sandboxUrl: string;
  databaseUrl: string;
  stop(): Promise<void>;
};

/** A stack for the tests of one worker. Parcels move only when a test moves them. */
export async function startStack(): Promise<Stack> {
  const stack = await startTemporaryStack({ SANDBOX_SPEED: '0', OPERATOR_PASSWORD: operatorPassword });
  return {
    url: stack.url,
    sandboxUrl: stack.sandboxUrl,
    databaseUrl: stack.database.adminUrl,
    stop: () => stack.stop(),
  };
}
