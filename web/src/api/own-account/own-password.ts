import type { BodyInput } from '@courierdesk/contract/endpoint';
import { checkResetLink, resetPassword, sendResetEmail } from '@courierdesk/contract/password-resets';
import { changeOwnPassword } from '@courierdesk/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

export const changePassword = (body: BodyInput<typeof changeOwnPassword>) => call(changeOwnPassword, { body });

export const requestResetEmail = (email: string) => call(sendResetEmail, { body: { email } });

/** The user of a mailed link. Read again at each visit, because the link ends. */
export const resetLinkQuery = (link: { hash: string; id: string }) =>
  queryOptions({
    queryKey: ['password-reset-link', link],
    queryFn: async ({ signal }) => (await call(checkResetLink, { body: link, signal })).data,
    staleTime: Infinity,
    gcTime: 0,
  });

export const createPassword = (
  link: { hash: string; id: string },
  given: { email: string; password: string; confirm_password: string },
) => call(resetPassword, { query: { hash: link.hash }, body: { _id: link.id, ...given } });
