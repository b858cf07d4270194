import { buildWeb } from '../scripts/world/build-web.ts';

/** Once, before the workers start worlds side by side. */
export default (): Promise<void> => buildWeb(() => undefined);
