import { cutText } from '@courierdesk/contract/cut-text';
import type { Db } from '../../base/db/client.ts';
import { valuesInUse } from '../../base/db/values-in-use.ts';

/** The longest tag. */
const longest = 10;

/** A tag that no user of the shop has and no parcel carries, made from a name: `Ayesha`, then `Ayesha2`, `Ayesha3`, … */
export async function unusedTag(trx: Db, shopId: string, name: string): Promise<string> {
  const letters = name.split(/[@\s]/)[0]?.replace(/[^\p{L}\p{N}]/gu, '') ?? '';
  const wish = cutText(letters, longest) || 'User';
  // Two people who come at once must not both find the same tag free.
  await trx.selectFrom('shop').select('id').where('id', '=', shopId).forUpdate().execute();
  const rows = await trx.selectFrom('app_user').select('tag').where('shop_id', '=', shopId).execute();
  const tags = [...rows.map(({ tag }) => tag), ...(await valuesInUse(trx, shopId, 'booked_by'))];
  const taken = new Set(tags.map((tag) => tag.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : String(number);
    const tag = cutText(wish, longest - suffix.length) + suffix;
    if (!taken.has(tag.toLowerCase())) return tag;
  }
}
