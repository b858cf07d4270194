import type { OwnSession, Profile } from '@courierdesk/contract/sessions';
import type { RememberedDevice } from '@courierdesk/contract/two-factor';
import type { Selectable } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import type { Session } from '../../base/db/schema.ts';
import { deviceOf } from '../../base/http/device-of.ts';
import type { RememberedDeviceRow } from './remembered-devices.ts';

export function presentProfile(actor: UserActor): Profile {
  return {
    _id: actor.userId,
    id: actor.userId,
    first_name: actor.firstName,
    last_name: actor.lastName,
    email: actor.email,
    phone: actor.phone,
    role: actor.role,
    tag: actor.tag,
    // Restricted users have no session, so the user is active.
    is_active: true,
    access_scopes: [...actor.access_scopes],
    two_factor_enabled: actor.twoFactorEnabled,
    two_factor_missing: actor.twoFactorMissing,
    shop: {
      name: actor.shop.name,
      domain: actor.shop.domain,
      iana_time_zone: actor.shop.timeZone,
      currency: actor.shop.currency,
    },
  };
}

export const presentOwnSession = (session: Selectable<Session>, actor: UserActor): OwnSession => ({
  _id: session.id,
  id: session.id,
  device: deviceOf(session.user_agent),
  address: session.ip,
  signed_in_at: session.created_at.toISOString(),
  last_seen_at: session.last_used_at.toISOString(),
  is_current: session.id === actor.sessionId,
});

export const presentRememberedDevice = (device: RememberedDeviceRow): RememberedDevice => ({
  id: device.id,
  device: deviceOf(device.user_agent),
  remembered_at: device.created_at.toISOString(),
  last_used_at: device.last_used_at.toISOString(),
  expires_at: device.expires_at.toISOString(),
  is_current: device.isCurrent,
});
