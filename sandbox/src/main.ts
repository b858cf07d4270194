import { configFromEnv } from './core/config.ts';
import { startSandbox } from './sandbox.ts';

const sandbox = await startSandbox(configFromEnv(process.env));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0));
  });
}
process.stdout.write(`${JSON.stringify({ ready: true, port: sandbox.port, smtpPort: sandbox.smtpPort })}\n`);
