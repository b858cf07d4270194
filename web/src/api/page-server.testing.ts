import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { storageOver } from '../lib/storage-over.testing.ts';

export type PageServer = {
  /** What the browser's local storage holds. */
  readonly stored: Map<string, string>;
  close(): void;
};

/** Serves the paths that a page calls, and adds what Node lacks: paths relative to the page, and local storage. */
export async function servePage(respond: RequestListener): Promise<PageServer> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  const storage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  const stored = new Map<string, string>();
  globalThis.fetch = (path, init) => fetch(new URL(String(path), `http://127.0.0.1:${port}`), init);
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: storageOver(stored),
  });
  return {
    stored,
    // Other test files run in the same process.
    close() {
      globalThis.fetch = fetch;
      Reflect.deleteProperty(globalThis, 'localStorage');
      if (storage) Object.defineProperty(globalThis, 'localStorage', storage);
      server.close();
    },
  };
}
