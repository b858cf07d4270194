import * as z from 'zod';
import { ApiError } from './failures.ts';
import { serverNow } from './server-time.ts';
import { stored } from './stored.ts';
import { lastFailureKey } from './stored-session.ts';

/** What support needs to find a failure in the log. Never a text of the failure or an id of its address: they can name a customer. */
const LastFailure = z.object({ at: z.number(), doing: z.string(), what: z.string(), reference: z.string() });
export type LastFailure = z.infer<typeof LastFailure>;

const lastFailure = stored('local', lastFailureKey, LastFailure);

/** The newest failure that this browser saw since the last sign-out. */
export const storedLastFailure = lastFailure.read;

/** `doing` is a call without its ids, or a page. */
export function storeLastFailure(error: Error, doing: string): void {
  const refusal = error instanceof ApiError ? error : undefined;
  const what = refusal ? `${refusal.status} ${refusal.code ?? ''}`.trim() : error.name;
  lastFailure.write({ at: serverNow(), doing, what, reference: refusal?.requestId ?? '' });
}

/** The page of the dashboard, without ids and without what is searched. */
export const pageOf = (path: string): string => path.replaceAll(/\/(?=[^/]*\d)[^/]+/g, '/…');
