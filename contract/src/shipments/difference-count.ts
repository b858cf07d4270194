import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';

/** In a file of its own: the navigation loads it on every page. */
export const getDifferenceCount = endpoint({
  name: 'getDifferenceCount',
  method: 'GET',
  path: '/differences/count',
  summary: 'How many open differences there are that Needs attention does not show.',
  access: ['READ_ORDERS'],
  reply: z.object({ count: z.number().int() }),
});
