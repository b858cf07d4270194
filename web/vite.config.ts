import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { compressedFiles } from './compressed-files.ts';
import { themeCss } from './theme-css.ts';
import { urduFont } from './urdu-font.ts';

const server = process.env['API_URL'] ?? 'http://localhost:3000';

/** Without the files that need `overlays`. */
const uiOfMostPages =
  'ui/((?!copy-button|more-menu|page-tools)[^/]+|dates/(when|range-picker|range-button))\\.[.a-z]+$';

/**
 * Bundles what several pages share into few files: on a slow connection, each request costs more than its bytes. Groups
 * with a higher priority choose first. A module brings its imports along, unless an earlier group has them.
 */
const chunkGroups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|zod)\//,
    priority: 6,
  },
  {
    name: 'kit',
    test: kitWith('Button|UnstyledButton|Loader|ActionIcon|Skeleton|Transition|CloseButton'),
    priority: 5,
  },
  // The first load: the frame of every page, and sign-in.
  { name: 'shared', test: /contract\/src|web\/src|@tabler/, tags: ['$initial' as const], priority: 4 },
  { name: 'forms', test: formsWith('Input|TextInput|PasswordInput'), priority: 3 },
  // Menus, dialogs, tooltips and selects. The first load, `page` and the dashboard must not import them.
  { name: 'overlays', test: /@mantine|@floating-ui/, minShareCount: 4, priority: 2 },
  {
    name: 'page',
    test: ownModules('lib', uiOfMostPages, 'parts/shipments/status-badge'),
    minShareCount: 3,
    priority: 1,
  },
  { name: 'endpoints', test: /contract\/src\/(?!values|http)|web\/src\/api/, minShareCount: 3, priority: 1 },
  // Shared by the dashboard and the accounts, with its icons: the dashboard must not import `parts`, which needs `overlays`.
  { name: 'get-started', test: /web\/src\/parts\/get-started/, priority: 0.5 },
  {
    name: 'parts',
    test: ownModules(
      'lib|ui/[^/]+$|ui/(table|filters|dialogs|forms)',
      'parts/(saved-views|printing|shipments|exporting|importing|settings|plans)/',
    ),
    minShareCount: 2,
    priority: 0,
  },
];

/** Icons, and modules below `web/src`. */
function ownModules(...paths: string[]): RegExp {
  return new RegExp(`@tabler|web/src/(${paths.join('|')})`);
}

/** Mantine's core and components in the first view of most pages. */
function kitWith(components: string): RegExp {
  return new RegExp(`@mantine/(hooks|core/esm/(core|components/(${components})/))|clsx`);
}

/** What every form needs, first the one on the sign-in page. */
function formsWith(components: string): RegExp {
  return new RegExp(
    `@mantine/(form|core/esm/components/(${components})/)|web/src/ui/forms/(use-schema-form|secret-field)`,
  );
}

export default defineConfig({
  plugins: [react(), themeCss(), urduFont(), compressedFiles()],
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
