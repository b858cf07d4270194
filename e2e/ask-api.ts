import type { z } from 'zod';
import { callApi } from '../scripts/isolated-stack/call-api.ts';

/** What an endpoint answers to a GET, for what a test needs to know before it opens a page. */
export type AskApi = <Reply extends z.ZodType>(
  endpoint: { path: string; reply: Reply },
  query?: string,
) => Promise<z.output<Reply>>;

export const askApi =
  (url: string, token: string): AskApi =>
  async ({ path, reply }, query = '') =>
    reply.parse((await callApi(url, token, 'GET', path + query)).body);
