import { mayAccess, type Access } from '@courierdesk/contract/scopes';
import { settledSession } from './session.ts';

/** Thrown by the guard of a page that the signed-in person may not open. */
export class AccessDenied extends Error {
  override name = 'AccessDenied';
  readonly access: Access;
  constructor(access: Access) {
    super('You may not open this page');
    this.access = access;
  }
}

/** `beforeLoad` of a page: lets in whoever holds the right. */
export const only = (access: Access) => async (): Promise<void> => {
  const { user } = await settledSession();
  if (!mayAccess(access, user ?? undefined)) throw new AccessDenied(access);
};
