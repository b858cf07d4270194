import react from '@vitejs/plugin-react';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { urduFont } from './urdu-font.ts';

/**
 * The public tracking page: the server loads it as one file and renders it. Its stylesheet is with the dashboard's
 * files.
 */
export default defineConfig({
  plugins: [react(), urduFont(), assetsTo('dist')],
  publicDir: false,
  ssr: { noExternal: true },
  // Otherwise the bundle contains React twice, and runs the slow one.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: true,
    ssrEmitAssets: true,
    assetsInlineLimit: 0,
    target: 'node24',
    outDir: 'dist-server',
    emptyOutDir: true,
    rolldownOptions: { input: { tracking: 'src/tracking/entry.tsx' } },
  },
});

/** Files for the browser go where the server serves files from. */
function assetsTo(folder: string): Plugin {
  return {
    name: 'courierdesk:tracking-assets',
    generateBundle(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'asset') continue;
        const target = path.join(folder, name);
        mkdirSync(path.dirname(target), { recursive: true });
        writeFileSync(target, file.source);
        delete bundle[name];
      }
    },
  };
}
