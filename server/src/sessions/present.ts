import type { Profile } from '@courierdesk/contract/sessions';
import type { UserActor } from '../actor.ts';

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
