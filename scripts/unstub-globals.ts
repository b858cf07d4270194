import { afterAll, vi } from 'vitest';

/** Vitest itself takes the stubs of a file back before the first test of the next one, after that one's `beforeAll` has set its own. */
afterAll(() => void vi.unstubAllGlobals());
