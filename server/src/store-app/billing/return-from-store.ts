import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { readToken } from '../../base/secrets/tokens.ts';
import { compareWithStore } from './compare-with-store.ts';
import { requestOfToken } from './queries.ts';

/**
 * The address of the plans page, for an owner who comes back from the store's approval page. The visit proves nothing: we
 * ask the store. `pending` if the store has not decided or does not answer; the webhook will follow.
 */
export async function returnFromStore(context: Context, reference: string): Promise<string> {
  const page = `${context.config.publicUrl}/dashboard/plans`;
  const token = readToken(reference);
  if (!token) return page;
  const { shopId, hash } = token;
  const find = () => withShop(context.db, shopId, (trx) => requestOfToken(trx, shopId, hash));
  if ((await find())?.state === 'open') {
    try {
      await compareWithStore(context, shopId);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      context.log.warn({ shopId, kind: error.kind }, 'could not ask the store about a subscription');
    }
  }
  const request = await find();
  if (!request) return page;
  // The plan may start before the page asks for it.
  if (request.state === 'open') return `${page}?success=pending&plan=${request.plan}`;
  return `${page}?success=${request.state === 'approved'}`;
}
