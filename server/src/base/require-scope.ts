import { canAccess, scopeDescription, type Access } from '@courierdesk/contract/scopes';
import type { UserActor } from './actor.ts';
import { AppError } from './errors.ts';

/** Throws `forbidden` when the user has none of the scopes that allow this. The message names them. */
export function requireScope(actor: UserActor, access: Access): void {
  if (canAccess(access, actor)) return;
  if (typeof access === 'string') throw new AppError('forbidden', 'Only the shop owner can do this.');
  const rights = access.map((scope) => scopeDescription[scope]).join('; ');
  const needed = access.length > 1 ? `one of these rights: ${rights}` : `this right: ${rights}`;
  throw new AppError('forbidden', `You need ${needed}. Ask the shop owner.`);
}
