import type { Role, Scope } from '@courierdesk/contract/scopes';
import { nameOfUser, type Actor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { refuseTaken } from './refuse-tag.ts';
import { unusedTag } from './unused-tag.ts';

export type NewUser = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly scopes?: readonly Scope[];
  readonly phone?: string;
  readonly province?: string;
  readonly address?: string;
  readonly city?: string;
  readonly country?: string;
  /** Marks what this person booked; unique in the shop. Made from the name when left out. */
  readonly tag?: string;
  readonly passwordHash?: string;
  /** The person's id at the store platform, for people who sign in there. */
  readonly platformUserId?: string;
  readonly verified: boolean;
};

/** Adds a person to the actor's shop. */
export async function createUser(trx: Db, actor: Actor, user: NewUser, now: Date): Promise<{ userId: string }> {
  const userId = newId(now);
  const tag = user.tag ?? (await unusedTag(trx, actor.shopId, user.firstName || user.email));
  await trx
    .insertInto('app_user')
    .values({
      shop_id: actor.shopId,
      id: userId,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      password_hash: user.passwordHash ?? null,
      role: user.role,
      tag,
      phone: user.phone ?? '',
      province: user.province ?? '',
      address: user.address ?? '',
      city: user.city ?? '',
      country: user.country ?? '',
      access_scopes: [...(user.scopes ?? [])],
      is_verified_user: user.verified,
      platform_user_id: user.platformUserId ?? null,
      created_at: now,
    })
    .execute()
    .catch(refuseTaken);
  await recordAuditEvent(trx, actor, {
    at: now,
    action: 'user.created',
    subjectKind: 'user',
    subjectId: userId,
    label: nameOfUser({ email: user.email, first_name: user.firstName, last_name: user.lastName }),
    detail: { role: user.role, tag, scopes: [...(user.scopes ?? [])] },
  });
  return { userId };
}
