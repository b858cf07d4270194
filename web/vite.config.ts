import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { themeCss } from './theme-css.ts';

const server = process.env['API_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), themeCss()],
  css: { postcss: { plugins: [mantine()] } },
  build: { target: 'es2023', outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, reportCompressedSize: false },
  server: {
    proxy: Object.fromEntries(['/api', '/track', '/shopify', '/webhooks'].map((path) => [path, { target: server }])),
  },
});
