import type { Role, Scope } from '@courierdesk/contract/scopes';
import { demoLogins } from '../../server/src/people/sessions/demo-logins.ts';

export type DemoUser = {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly tag: string;
  readonly scopes: readonly Scope[];
};

type DemoShop = { readonly domain: string; readonly users: readonly DemoUser[] };

/** The people of the sandbox's stores. `npm start` prints their logins. */
export const demoShop: DemoShop = {
  domain: 'demo-store.myshopify.com',
  users: [
    {
      ...demoLogins.owner,
      firstName: 'Ayesha',
      lastName: 'Siddiqui',
      role: 'ADMIN',
      tag: 'Ayesha',
      scopes: [],
    },
    {
      ...demoLogins.staff,
      firstName: 'Bilal',
      lastName: 'Ahmed',
      role: 'USER',
      tag: 'Bilal',
      scopes: ['READ_ORDERS', 'BOOK_ORDERS'],
    },
  ],
};

export const freeShop: DemoShop = {
  domain: 'free-store.myshopify.com',
  users: [
    {
      ...demoLogins.ownerOnFreePlan,
      firstName: 'Ayesha',
      lastName: 'Siddiqui',
      role: 'ADMIN',
      tag: 'Ayesha',
      scopes: [],
    },
  ],
};
