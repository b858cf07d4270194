import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { themeCss } from './theme-css.ts';
import { urduFont } from './urdu-font.ts';

const server = process.env['API_URL'] ?? 'http://localhost:3000';

/**
 * Bundles what most pages share into few files: on a slow connection, each request costs more than its bytes.
 * `overlays` is not part of the first load: the other files must not import menus, dialogs, tooltips or selects.
 */
const chunkGroups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|zod)\//,
    priority: 3,
  },
  {
    name: 'kit',
    test: kitWith('Button|UnstyledButton|Loader|ActionIcon|Skeleton|Transition|CloseButton'),
    priority: 2,
  },
  { name: 'forms', test: formsWith('Input|TextInput|PasswordInput'), priority: 2 },
  { name: 'overlays', test: /@mantine|@floating-ui/, minShareCount: 4, priority: 1 },
  {
    name: 'shared',
    test: /contract\/src|web\/src\/(api|lib|session)|@tabler/,
    tags: ['$initial' as const],
    priority: 3,
  },
  {
    name: 'page',
    test: /web\/src\/(ui\/(?!copy-button|more-menu|page-tools)[^/]+$|lib)|@tabler/,
    minShareCount: 8,
    priority: 0,
  },
  { name: 'endpoints', test: /contract\/src\/(?!values|http)|web\/src\/api/, minShareCount: 8, priority: 0 },
];

/** Mantine's core and components in the first view of most pages. */
function kitWith(components: string): RegExp {
  return new RegExp(`@mantine/(hooks|core/esm/(core|components/(${components})/))|clsx`);
}

/** What every form needs, first the one on the sign-in page. */
function formsWith(components: string): RegExp {
  return new RegExp(`@mantine/(form|core/esm/components/(${components})/)|web/src/ui/forms/use-schema-form`);
}

export default defineConfig({
  plugins: [react(), themeCss(), urduFont()],
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
    proxy: Object.fromEntries(
      ['/api', '/track', '/logos', '/shopify', '/webhooks'].map((path) => [path, { target: server }]),
    ),
  },
});
