import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildahIn } from './container/buildah.ts';
import { buildImage, image } from './container/build-image.ts';
import { checkImage } from './container/check-image.ts';
import { withImage } from './container/run-image.ts';
import { withIsolatedStack } from './isolated-stack/isolated-stack.ts';
import { stopSignal } from './stop-signal.ts';

/** Builds the image and books an order through it, on Debian as root, without an engine and without a registry. */
const { values } = parseArgs({
  options: {
    // Keeps Debian and the base for the next run.
    cache: { type: 'string', default: path.join(os.tmpdir(), 'courierdesk-container') },
    mirror: { type: 'string', default: 'http://deb.debian.org/debian' },
  },
});
const log = (line: string): void => console.log(line);

try {
  if (process.getuid?.() !== 0) throw new Error('npm run container needs root, to make file systems and namespaces.');
  const signal = stopSignal();
  mkdirSync(values.cache, { recursive: true });
  const buildah = buildahIn(values.cache);
  buildImage(buildah, values.cache, values.mirror, log);
  await withImage(buildah, image, (built) => withIsolatedStack({ signal }, (stack) => checkImage(built, stack, log)));
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
