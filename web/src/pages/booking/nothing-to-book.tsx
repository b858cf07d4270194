import { Button } from '@mantine/core';
import { IconPackageOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';

/** Explains why there is nothing to book, and links to the store orders. */
export const NothingToBook = (props: { title: string; text: string; children?: ReactNode }) => (
  <Page title={props.title} back={{ to: '/dashboard/shopify/orders', label: 'store orders' }}>
    <div role="alert">
      <EmptyState
        icon={<IconPackageOff size={28} stroke={1.5} />}
        title={props.text}
        action={
          <Button renderRoot={(root) => <Link to="/dashboard/shopify/orders" {...root} />}>Choose an order</Button>
        }
      >
        {props.children ?? 'Open an order from the list of store orders, or from the order’s page in the store.'}
      </EmptyState>
    </div>
  </Page>
);
