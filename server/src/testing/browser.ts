import * as z from 'zod';

/** A browser that follows redirects by hand and keeps cookies, for journeys between the store and the product. */
type Browser = {
  open(url: string): Promise<Page>;
  /** Agrees on a consent page of the store, as this person of it. */
  approve(page: Page, person?: string): Promise<Page>;
  /** Does what the login page does with the token in its address. */
  exchange(page: Page): Promise<{
    readonly status: number;
    readonly body: {
      auth_token?: string | undefined;
      target?: string | undefined;
      errors?: { code: string }[] | undefined;
    };
  }>;
};

type Page = { readonly url: string; readonly status: number; readonly text: string };

const Exchanged = z.object({
  auth_token: z.string().optional(),
  target: z.string().optional(),
  errors: z.array(z.object({ code: z.string() })).optional(),
});

const maxRedirects = 10;

export function aBrowser(): Browser {
  const jar = new Map<string, string>();

  const cookiesFor = (origin: string): string =>
    [...jar]
      .filter(([key]) => key.startsWith(`${origin} `))
      .map(([key, value]) => `${key.split(' ')[1]}=${value}`)
      .join('; ');

  async function visit(url: string, init: RequestInit = {}): Promise<Page> {
    let address = url;
    let request = init;
    for (let hop = 0; hop < maxRedirects; hop += 1) {
      const { origin } = new URL(address);
      const answer = await fetch(address, {
        ...request,
        redirect: 'manual',
        headers: withCookie(request.headers, cookiesFor(origin)),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        jar.set(`${origin} ${name}`, value);
      }
      const location = answer.headers.get('location');
      // The dashboard's own pages are not part of these journeys.
      if (!location) return { url: address, status: answer.status, text: await answer.text() };
      address = new URL(location, address).href;
      if (new URL(address).pathname === '/login') return { url: address, status: 200, text: '' };
      request = {};
    }
    throw new Error(`too many redirects from ${url}`);
  }

  return {
    open: (url) => visit(url),
    approve: (page, person = 'owner') =>
      visit(page.url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ decision: 'approve', person }).toString(),
      }),
    async exchange(page) {
      const { origin, pathname, searchParams } = new URL(page.url);
      if (pathname !== '/login') throw new Error(`${page.url} is not the login page`);
      const answer = await fetch(`${origin}/api/v1/session-exchange`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: cookiesFor(origin) },
        body: JSON.stringify({ token: searchParams.get('token') }),
      });
      return { status: answer.status, body: Exchanged.parse(await answer.json()) };
    },
  };
}

function withCookie(init: RequestInit['headers'], cookie: string): Headers {
  const headers = new Headers(init);
  headers.set('cookie', cookie);
  return headers;
}
