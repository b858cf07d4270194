import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const built = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/**
 * Serves the built dashboard. Hashed assets are cached for ever, the page is never cached, and any other URL gets the
 * page, unless it asks for a file.
 */
export async function dashboardFiles(app: FastifyInstance, dist = built): Promise<void> {
  if (!existsSync(path.join(dist, 'index.html'))) {
    app.get('/', async (_request, reply) => reply.code(503).send('The dashboard is not built yet. Run npm start.'));
    return;
  }
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    globIgnore: ['assets/**'],
    index: false,
    // The build leaves compressed copies of its texts.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = { exposeHeadRoute: true };
  // Looked up for each request, as the page is: a new build in this folder has other files.
  app.get<{ Params: { file: string } }>('/assets/:file(^[\\w-][\\w.-]*$)', page, async ({ params }, reply) =>
    reply.sendFile(`assets/${params.file}`),
  );
  app.get('/', page, async (_request, reply) => reply.sendFile('index.html'));
  app.get('/*', page, async (request, reply) => {
    if (/^\/(?:api|assets)\//.test(request.url) || asksForFile(request.url)) return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}

/** `/.env`, `/.git/config`, `/wp-login.php`. Tracking numbers may have dots. */
export function asksForFile(url: string): boolean {
  const address = url.split('?')[0] ?? '';
  return address.includes('/.') || (/\.\w+$/.test(address) && !address.startsWith('/track/'));
}
