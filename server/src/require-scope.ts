import { mayAccess, scopeDescription, type Access } from '@courierdesk/contract/scopes';
import type { UserActor } from './actor.ts';
import { AppError } from './errors.ts';

/** Throws, with the rights that would do, when the person has none of them. */
export function requireScope(actor: UserActor, access: Access): void {
  if (mayAccess(access, actor)) return;
  if (typeof access === 'string') throw new AppError('forbidden', 'Only the shop owner can do this.');
  const rights = access.map((scope) => scopeDescription[scope]).join('; ');
  const needed = access.length > 1 ? `one of these rights: ${rights}` : `this right: ${rights}`;
  throw new AppError('forbidden', `You need ${needed}. Ask the shop owner.`);
}
