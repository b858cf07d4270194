import type { BodyInput } from '@courierdesk/contract/endpoint';
import {
  changeEmail,
  changeUserPassword,
  createUser,
  deleteUser,
  editTag,
  editUser,
  getUsers,
  getUserToEdit,
  resendEmail,
  restrictUser,
  ShopUser,
  verifyEmail,
} from '@courierdesk/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

/** The people who book. */
export const bookersQuery = queryOptions({
  queryKey: ['users', 'bookers'],
  queryFn: async ({ signal }) => (await call(getUsers, { query: { page: 'orders' }, signal })).childrenAccounts,
  staleTime: 300_000,
});

export const usersQuery = (paging: { page: number; limit: number }) =>
  queryOptions({
    queryKey: ['users', 'table', paging],
    queryFn: async ({ signal }) => {
      const reply = await call(getUsers, { query: paging, signal });
      return { ...reply, childrenAccounts: z.array(ShopUser).parse(reply.childrenAccounts) };
    },
    placeholderData: keepPreviousData,
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call(getUserToEdit, { params: { id }, signal }),
  });

export const readUser = async (id: string) => (await queryClient.fetchQuery({ ...userQuery(id), staleTime: 0 })).user;

/** The owner's count of staff without two-factor changes with them. */
export async function refetchUsers(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['users'] }),
    queryClient.invalidateQueries({ queryKey: ['two-factor'], exact: true }),
  ]);
}

async function thenRefetch<T>(reply: Promise<T>): Promise<T> {
  const done = await reply;
  await refetchUsers();
  return done;
}

export const addUser = (body: BodyInput<typeof createUser>) => thenRefetch(call(createUser, { body }));

export const saveUser = (id: string, body: BodyInput<typeof editUser>) =>
  thenRefetch(call(editUser, { params: { id }, body }));

export const setRestricted = (id: string, restricted: boolean) =>
  thenRefetch(call(restrictUser, { body: { id, restricted } }));

/** The list is fetched again a moment later: see `refetchAfterDeleteMs`. */
export const removeUser = (id: string) => call(deleteUser, { params: { id } });

export const saveTag = (id: string, tag: string) => thenRefetch(call(editTag, { body: { id, tag } }));

export const saveEmail = (id: string, email: string) =>
  thenRefetch(call(changeEmail, { params: { id }, body: { id, email } }));

export const savePassword = (id: string, body: { password: string; logoutFromAllDevices: boolean }) =>
  call(changeUserPassword, { params: { id }, body: { id, ...body } });

export const sendVerification = (user: { id: string; email: string }) =>
  call(resendEmail, { body: { account_id: user.id, email: user.email } });

export const confirmEmail = (token: string) => call(verifyEmail, { body: { token } });
