import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id } from '../values/ids.ts';
import { Role } from '../http/scopes.ts';

export const getUsers = endpoint({
  name: 'getUsers',
  method: 'GET',
  path: '/get-users',
  summary: 'The people who book, for the "booked by" filter of the orders page (`page=orders`).',
  access: ['READ_ORDERS'],
  query: z.object({ page: z.literal('orders') }),
  reply: z.object({
    childrenAccounts: z.array(
      z.object({ _id: Id, id: Id, first_name: z.string(), last_name: z.string(), role: Role, tag: z.string() }),
    ),
  }),
});
