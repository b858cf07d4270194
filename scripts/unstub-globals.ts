import { afterAll, vi } from 'vitest';

/**
 * The stubs of a test file end with it. Vitest would remove them before the first test of the next file of the process, and with
 * them what the `beforeAll` of that file has stubbed.
 */
afterAll(() => void vi.unstubAllGlobals());
