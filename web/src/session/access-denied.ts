import type { Access } from '@courierdesk/contract/scopes';
import { loadedSession, mayNow } from './session.ts';

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
  await loadedSession();
  if (!(await mayNow(access))) throw new AccessDenied(access);
};
