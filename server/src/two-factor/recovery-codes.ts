import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '@courierdesk/contract/two-factor';
import type { Db } from '../db/client.ts';
import { hashWithSalt, newSalt } from '../secrets/passwords.ts';
import type { TwoFactorUser } from './queries.ts';

/** Crockford's Base32: no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 10;

/** Replaces the user's recovery codes. Only the caller sees them; we store their hashes. */
export async function replaceRecoveryCodes(trx: Db, user: TwoFactorUser): Promise<string[]> {
  const { shopId: shop_id, userId: user_id } = user;
  const salt = newSalt();
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  const hashes = await Promise.all(codes.map((code) => hashWithSalt(code, salt)));
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
  given: { code: string; salt: Buffer; now: Date },
): Promise<boolean> {
  if (!isRecoveryCode(given.code)) return false;
  const used = await trx
    .updateTable('recovery_code')
    .set({ used_at: given.now })
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', await hashWithSalt(given.code, given.salt))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

const isRecoveryCode = (code: string): boolean =>
  code.length === codeLength && [...code].every((letter) => alphabet.includes(letter));

/** 50 bits. */
const newCode = (): string => [...randomBytes(codeLength)].map((byte) => alphabet[byte % 32]).join('');
