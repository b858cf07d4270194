import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';

export const getAppLinks = endpoint({
  name: 'getAppLinks',
  method: 'GET',
  path: '/app-links',
  summary: 'Where the signed-out go: the app store listing, and the store admin.',
  access: 'public',
  reply: z.object({ app_store_url: z.url(), store_admin_url: z.url() }),
});
