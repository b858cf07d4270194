import type { Role, Scope } from '@courierdesk/contract/scopes';
import type { Plan } from '@courierdesk/contract/subscriptions';

export type DemoUser = {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly tag: string;
  readonly scopes: readonly Scope[];
};

export type DemoShop = { readonly domain: string; readonly plan: Plan; readonly users: readonly DemoUser[] };

/** The people of the sandbox's stores, with the logins that the start prints. */
export const demoShop: DemoShop = {
  domain: 'demo-store.myshopify.com',
  plan: 'YEARLY',
  users: [
    {
      email: 'owner@demo.store',
      password: 'demo-owner-pass',
      firstName: 'Ayesha',
      lastName: 'Siddiqui',
      role: 'ADMIN',
      tag: 'Ayesha',
      scopes: [],
    },
    {
      email: 'staff@demo.store',
      password: 'demo-staff-pass',
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
  plan: 'FREE',
  users: [
    {
      email: 'owner@free.store',
      password: 'demo-owner-pass',
      firstName: 'Ayesha',
      lastName: 'Siddiqui',
      role: 'ADMIN',
      tag: 'Ayesha',
      scopes: [],
    },
  ],
};
