import * as z from 'zod';
import type { Company } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';
import { endpoint } from '../http/endpoint.ts';
import { IdParams } from '../values/ids.ts';

/** Couriers that send us status updates. */
const pushing: Record<Company, boolean> = { LEOPARD: true, MNP: false, POSTEX: true, TCS: false };

export const hasPush = (company: Company): boolean => pushing[company];

/** The header in which the courier sends the account's secret. */
export const pushHeader = 'X-Courierdesk-Key';

/** What a person enters in the courier's portal so that it sends status updates for an account, but for the secret. */
export const CourierPush = z.object({
  address: z.string(),
  header: z.literal(pushHeader),
  /** When the courier last sent one, with the right secret. */
  last_push_at: Instant.nullable(),
});
export type CourierPush = z.infer<typeof CourierPush>;

export const getCourierPush = endpoint({
  name: 'getCourierPush',
  method: 'GET',
  path: '/courier-accounts/:id/push',
  summary: 'Where the courier sends status updates for an account; null until it is set up.',
  access: ['WRITE_ACCOUNTS'],
  params: IdParams,
  reply: z.object({ push: CourierPush.nullable() }),
  errors: ['not-found'],
});

export const setUpCourierPush = endpoint({
  name: 'setUpCourierPush',
  method: 'POST',
  path: '/courier-accounts/:id/push',
  summary:
    'Sets status updates up, or makes a new secret: from then on the old one is refused. The address stays. The secret is shown in this reply only.',
  access: ['WRITE_ACCOUNTS'],
  params: IdParams,
  reply: z.object({ message: z.string(), push: CourierPush, secret: z.string() }),
  errors: ['not-found'],
});

export const endCourierPush = endpoint({
  name: 'endCourierPush',
  method: 'DELETE',
  path: '/courier-accounts/:id/push',
  summary: 'Refuses status updates for an account from now on; address and secret are forgotten.',
  access: ['WRITE_ACCOUNTS'],
  params: IdParams,
  reply: z.object({ message: z.string() }),
  errors: ['not-found'],
});
