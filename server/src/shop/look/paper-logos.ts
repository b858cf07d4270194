import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { logoPicture, lookOf } from './find-look.ts';

/** The logo for our own labels and packing slips, if the shop has one and wants it there. */
export const labelLogo = (context: Pick<Context, 'db'>, shopId: string): Promise<Buffer | undefined> =>
  withShop(context.db, shopId, async (trx) =>
    (await lookOf(trx, shopId)).labels.label_parts.includes('logo') ? logoPicture(trx, shopId) : undefined,
  );

/** The same for our own load sheets. */
export const sheetLogo = async (trx: Db, shopId: string): Promise<Buffer | undefined> =>
  (await lookOf(trx, shopId)).labels.sheet_parts.includes('logo') ? logoPicture(trx, shopId) : undefined;
