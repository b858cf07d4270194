import { Transports } from '@courierdesk/contract/webauthn';
import type { Passkey } from '@courierdesk/contract/passkeys';
import type { Db } from '../../base/db/client.ts';

/** Whose passkey it is. */
export type PasskeyUser = { readonly shopId: string; readonly userId: string };

/** A user's passkeys, oldest first. */
export const passkeysOf = (trx: Db, { shopId, userId }: PasskeyUser) =>
  trx
    .selectFrom('passkey')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export type StoredPasskey = Awaited<ReturnType<typeof passkeysOf>>[number];

/** What the browser needs to find a passkey. */
export const referenceTo = ({ credential_id, transports }: StoredPasskey) => ({
  id: credential_id.toString('base64url'),
  transports: Transports.parse(transports),
});

/** How a device names the user: shop and user, so that a person of two shops has a passkey for each. */
export const userHandle = ({ shopId, userId }: PasskeyUser): Buffer => Buffer.from(`${shopId}${userId}`, 'hex');

/** Whom a device names. Undefined for what is no handle of ours. */
export function userOfHandle(handle: string | undefined): PasskeyUser | undefined {
  const ids = /^([0-9a-f]{24})([0-9a-f]{24})$/.exec(Buffer.from(handle ?? '', 'base64url').toString('hex'));
  const [, shopId, userId] = ids ?? [];
  return shopId && userId ? { shopId, userId } : undefined;
}

export const presentPasskey = (passkey: StoredPasskey): Passkey => ({
  id: passkey.id,
  name: passkey.name,
  kind: kindOf(passkey.transports),
  is_synced: passkey.is_synced,
  created_at: passkey.created_at.toISOString(),
  last_used_at: passkey.last_used_at?.toISOString() ?? null,
});

/** Phones and computers hold their own passkeys, and lend them to others; security keys are plugged in or held near. */
function kindOf(transports: readonly string[]): Passkey['kind'] {
  if (transports.includes('internal') || transports.includes('hybrid')) return 'device';
  return transports.length > 0 ? 'security-key' : 'unknown';
}
