import path from 'node:path';
import { runUntilStopped } from './run-until-stopped.ts';
import { welcome } from './welcome.ts';

await runUntilStopped({
  environment: () => process.env,
  alongside({ config, sandboxUrl }) {
    const inside = path.relative(process.cwd(), path.join(config.dataDir, 'logs'));
    const logs = inside.startsWith('..') ? path.join(config.dataDir, 'logs') : inside;
    console.log(welcome({ url: config.publicUrl, sandboxUrl, logs }));
    return undefined;
  },
});
