import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '@courierdesk/contract/two-factor';
import type { Db } from '../../base/db/client.ts';
import { hashWithSalt, newSalt } from '../../base/secrets/passwords.ts';
import type { TwoFactorUser } from './queries.ts';

/** Crockford's Base32: no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 10;

/** New recovery codes and their hashes. Made before the transaction that saves them, because hashing takes long. */
export type NewRecoveryCodes = { readonly codes: readonly string[]; readonly salt: Buffer; readonly hashes: Buffer[] };

export async function makeRecoveryCodes(): Promise<NewRecoveryCodes> {
  const salt = newSalt();
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  return { codes, salt, hashes: await hashWithSalt(codes, salt) };
}

/** Replaces the user's recovery codes. Only the caller sees them; we store their hashes. */
export async function replaceRecoveryCodes(
  trx: Db,
  { shopId: shop_id, userId: user_id }: TwoFactorUser,
  { codes, salt, hashes }: NewRecoveryCodes,
): Promise<string[]> {
  await trx
    .updateTable('app_user')
    .set({ recovery_salt: salt })
    .where('shop_id', '=', shop_id)
    .where('id', '=', user_id)
    .execute();
  await trx.deleteFrom('recovery_code').where('shop_id', '=', shop_id).where('user_id', '=', user_id).execute();
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ shop_id, user_id, code_hash })))
    .execute();
  return codes.map((code) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`);
}

/** Uses a recovery code up. False when it is wrong or was used before, also by a request at the same moment. */
export async function consumeRecoveryCode(
  trx: Db,
  { shopId, userId }: TwoFactorUser,
  given: { hash: Buffer; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('recovery_code')
    .set({ used_at: given.now })
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', given.hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

export const isRecoveryCode = (code: string): boolean =>
  code.length === codeLength && [...code].every((letter) => alphabet.includes(letter));

/** 50 bits. */
const newCode = (): string => [...randomBytes(codeLength)].map((byte) => alphabet[byte % 32]).join('');
