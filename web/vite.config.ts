import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { themeCss } from './theme-css.ts';

const server = process.env['API_URL'] ?? 'http://localhost:3000';

/**
 * What most pages share comes in a few files: on a slow connection each further request costs more than its bytes.
 * `overlays` is not part of the first load: no file of the others may import menus, dialogs or selects.
 */
const chunkGroups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|zod)\//,
    priority: 3,
  },
  { name: 'kit', test: firstViewKit(), priority: 2 },
  { name: 'overlays', test: /@mantine|@floating-ui/, minShareCount: 4, priority: 1 },
  { name: 'shared', test: /contract\/src|web\/src\/(api|lib)|@tabler/, minShareCount: 8, priority: 0 },
];

/** Mantine's core, its form, and the components that the first view of most pages has. */
function firstViewKit(): RegExp {
  const components =
    'Button|UnstyledButton|Loader|ActionIcon|Input|TextInput|PasswordInput|Skeleton|Transition|CloseButton';
  return new RegExp(`@mantine/(hooks|form|core/esm/(core|components/(${components})/))|clsx`);
}

export default defineConfig({
  plugins: [react(), themeCss()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/track', '/shopify', '/webhooks'].map((path) => [path, { target: server }])),
  },
});
