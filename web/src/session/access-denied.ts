import { canAccess, type Access } from '@courierdesk/contract/scopes';
import { loadedSession } from './session.ts';

/** Thrown when the signed-in person may not open a page. */
export class AccessDenied extends Error {
  override name = 'AccessDenied';
  readonly access: Access;
  constructor(access: Access) {
    super('You may not open this page');
    this.access = access;
  }
}

/** `beforeLoad` of a page: lets in people with the permission. */
export const requireAccess = (access: Access) => async (): Promise<void> => {
  const { user } = await loadedSession();
  if (!canAccess(access, user ?? undefined)) throw new AccessDenied(access);
};
