import { Readable } from 'node:stream';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';

export type StoredFile = { readonly name: string; readonly contentType: string; readonly size: number };

export async function fileById(trx: Db, shopId: string, id: string, now: Date): Promise<StoredFile | undefined> {
  const row = await trx
    .selectFrom('stored_file')
    .select(['name', 'content_type', 'size'])
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { name: row.name, contentType: row.content_type, size: row.size };
}

/**
 * Streams the file chunk by chunk, without holding a database connection while a slow browser reads. `onFetched` runs when
 * all but the last chunk was taken.
 */
export const streamFile = (
  context: Pick<Context, 'db'>,
  shopId: string,
  id: string,
  onFetched: () => Promise<void> = () => Promise.resolve(),
): Readable => Readable.from(withWorkAtEnd(chunksOf(context, shopId, id), onFetched), { objectMode: false });

async function* withWorkAtEnd(chunks: AsyncIterable<Buffer>, work: () => Promise<void>): AsyncGenerator<Buffer> {
  let last: Buffer | undefined;
  for await (const chunk of chunks) {
    if (last) yield last;
    last = chunk;
  }
  await work();
  if (last) yield last;
}

export async function readFile(context: Pick<Context, 'db'>, shopId: string, id: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(context, shopId, id)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* chunksOf(context: Pick<Context, 'db'>, shopId: string, fileId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const row = await withShop(context.db, shopId, (trx) =>
      trx
        .selectFrom('stored_file_chunk')
        .select('bytes')
        .where('shop_id', '=', shopId)
        .where('file_id', '=', fileId)
        .where('position', '=', position)
        .executeTakeFirst(),
    );
    if (!row) return;
    yield row.bytes;
  }
}
