import { loadConfig } from '../server/src/base/config.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { welcome } from './welcome.ts';
import { freePort } from './postgres/free-port.ts';
import { root, startProgram } from './stack/program.ts';

const apiPort = await freePort();

// Vite listens on the public port and forwards API calls, so that every address is the same as in production.
await runUntilStopped({
  watch: true,
  environment() {
    const { publicUrl } = loadConfig(process.env, root);
    return { ...process.env, PORT: String(apiPort), PUBLIC_URL: publicUrl };
  },
  alongside(stack) {
    const { host, port, publicUrl } = loadConfig(process.env, root);
    const vite = startProgram({
      name: 'vite',
      script: ['node_modules/vite/bin/vite.js', 'web', '--host', host, '--port', String(port), '--strictPort'],
      env: { ...process.env, API_URL: `http://127.0.0.1:${apiPort}` },
      logFolder: '',
      verbose: true,
    });
    console.log(welcome({ url: publicUrl, sandboxUrl: stack.sandboxUrl, logs: undefined }));
    return vite;
  },
});
