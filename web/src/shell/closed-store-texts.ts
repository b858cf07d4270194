import type { StoreClosure } from '@courierdesk/contract/store-closure';

type ClosedStoreTexts = {
  readonly title: string;
  readonly happened: string;
  readonly works: string;
  /** What the owner does next, and what staff ask the owner to do. */
  readonly owner: string;
  readonly staff: string;
  readonly cure: 'wait' | 'reconnect';
};

const booksKnownOrders =
  'You can still book the orders that are already here, print, and track parcels. We send store updates when the store is open again.';
const booksNothing =
  'You can still print and track parcels. Orders can’t be booked, because we can’t see if they were changed or cancelled. We send store updates when the store is open again.';

export const closedStoreTexts: Record<StoreClosure, ClosedStoreTexts> = {
  frozen: {
    title: 'Your store is frozen',
    happened: 'Shopify froze the store because its bill is not paid. New orders don’t reach us.',
    works: booksKnownOrders,
    owner: 'Pay the bill in the Shopify admin. We check every 5 minutes and then continue automatically.',
    staff: 'Ask the owner to pay the Shopify bill.',
    cure: 'wait',
  },
  locked: {
    title: 'Your store is locked',
    happened: 'Shopify locked the store. New orders don’t reach us.',
    works: booksKnownOrders,
    owner: 'Ask Shopify Support to unlock it. We check every 5 minutes and then continue automatically.',
    staff: 'Ask the owner to contact Shopify Support.',
    cure: 'wait',
  },
  'scopes-missing': {
    title: 'Courierdesk has lost permissions in Shopify',
    happened: 'We can’t read or update the orders of your store. New orders don’t reach us.',
    works: booksNothing,
    owner: 'Reconnect the store and approve all permissions.',
    staff: 'Ask the owner to reconnect the store.',
    cure: 'reconnect',
  },
  withdrawn: {
    title: 'Courierdesk has lost access to your store',
    happened: 'Shopify no longer accepts our access. New orders don’t reach us.',
    works: booksNothing,
    owner: 'Reconnect the store.',
    staff: 'Ask the owner to reconnect the store.',
    cure: 'reconnect',
  },
  uninstalled: {
    title: 'Courierdesk was removed from your store',
    happened: 'New orders don’t reach us. About 48 hours after the removal, Shopify asks us to erase your data.',
    works: booksNothing,
    owner: 'Reconnect the store to continue and to keep your data.',
    staff: 'Ask the owner to reconnect the store.',
    cure: 'reconnect',
  },
};
