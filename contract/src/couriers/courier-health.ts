import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Company } from '../values/companies.ts';

export const getCourierHealth = endpoint({
  name: 'getCourierHealth',
  method: 'GET',
  path: '/courier-health',
  summary: 'Couriers that do not respond now: several calls in a row failed with one of the active accounts.',
  access: ['READ_ORDERS', 'BOOK_ORDERS', 'READ_ACCOUNTS'],
  reply: z.object({ not_responding: z.array(Company) }),
});
