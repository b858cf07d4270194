import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import { withShop } from '../db/tenancy.ts';

const chunkBytes = 256 * 1024;

type NewFile = {
  readonly shopId: string;
  readonly name: string;
  readonly contentType: string;
  readonly expiresAt: Date;
};

/**
 * Stores a file chunk by chunk as it arrives, each chunk in its own transaction. The id is returned only at the end, so
 * an incomplete file is never served. A failed file is deleted at once; what a killed process left is deleted when it
 * expires.
 */
export async function writeFile(
  context: Pick<Context, 'db' | 'clock'>,
  file: NewFile,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  const id = newId(context.clock());
  await withShop(context.db, file.shopId, (trx) =>
    trx
      .insertInto('stored_file')
      .values({
        shop_id: file.shopId,
        id,
        name: file.name,
        content_type: file.contentType,
        size: 0,
        created_at: context.clock(),
        expires_at: file.expiresAt,
      })
      .execute(),
  );
  const size = await writeChunks(context, file.shopId, id, bytes).catch(async (error: unknown) => {
    await withShop(context.db, file.shopId, (trx) => deleteFile(trx, file.shopId, id)).catch(() => undefined);
    throw error;
  });
  await withShop(context.db, file.shopId, (trx) =>
    trx.updateTable('stored_file').set({ size }).where('shop_id', '=', file.shopId).where('id', '=', id).execute(),
  );
  return id;
}

export async function deleteFile(trx: Db, shopId: string, id: string): Promise<void> {
  await trx.deleteFrom('stored_file').where('shop_id', '=', shopId).where('id', '=', id).execute();
}

async function writeChunks(
  context: Pick<Context, 'db'>,
  shopId: string,
  id: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  let [position, size] = [0, 0];
  for await (const chunk of inChunks(bytes)) {
    await withShop(context.db, shopId, (trx) => writeChunk(trx, shopId, id, position, chunk));
    position += 1;
    size += chunk.length;
  }
  return size;
}

async function writeChunk(trx: Db, shopId: string, fileId: string, position: number, bytes: Buffer): Promise<void> {
  await trx.insertInto('stored_file_chunk').values({ shop_id: shopId, file_id: fileId, position, bytes }).execute();
}

async function* inChunks(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [parts, length]: [Uint8Array[], number] = [[], 0];
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    if (length < chunkBytes) continue;
    const whole = Buffer.concat(parts);
    const full = whole.length - (whole.length % chunkBytes);
    for (let at = 0; at < full; at += chunkBytes) yield whole.subarray(at, at + chunkBytes);
    [parts, length] = [[whole.subarray(full)], whole.length - full];
  }
  if (length > 0) yield Buffer.concat(parts);
}
