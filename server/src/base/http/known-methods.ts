import type { FastifyInstance } from 'fastify';

/** Returns a function that lists the methods of a URL. It knows the routes that are added after this call. */
export function collectMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // The dashboard's catch-all route would match every unknown URL.
    if (url.includes('*')) return;
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  return (url) => {
    const [path = ''] = url.split('?', 1);
    return [...new Set(routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : [])))];
  };
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`);
