import type { Passkey } from '@courierdesk/contract/passkeys';
import type { StoredPasskey } from '../passkeys/stored-passkeys.ts';

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
