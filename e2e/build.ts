import { buildWeb } from '../scripts/stack/build-web.ts';

/** Once, before the workers start stacks side by side. */
export default (): Promise<void> => buildWeb(() => undefined);
