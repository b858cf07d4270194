import { mayAccess, type Access } from '@courierdesk/contract/scopes';
import { settledSession } from './session.ts';

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
export const only = (access: Access) => async (): Promise<void> => {
  const { user } = await settledSession();
  if (!mayAccess(access, user ?? undefined)) throw new AccessDenied(access);
};
