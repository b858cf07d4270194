import { canAccess, type Access } from '@courierdesk/contract/scopes';
import type { Profile } from '@courierdesk/contract/sessions';
import { useSharedState } from '../lib/shared-state.ts';
import { currentSession, type Session } from './session.ts';

export const useSession = (): Session => useSharedState(currentSession);

/** The signed-in user. Use it inside the dashboard only. */
export function useUser(): Profile {
  const { user } = useSession();
  if (!user) throw new Error('Nobody is signed in');
  return user;
}

/** Whether the signed-in person may see or do something; pass the endpoint's `access`. */
export const useHasAccess = (access: Access): boolean => canAccess(access, useSession().user ?? undefined);
