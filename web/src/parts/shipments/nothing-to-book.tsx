import { Button } from '@mantine/core';
import { IconPackageOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';

/** Explains why there is nothing to book, and links to the store orders. */
export const NothingToBook = (props: {
  title: string;
  text: string;
  back?: { to: string; label: string };
  children?: ReactNode;
}) => (
  <Page title={props.title} back={props.back ?? { to: '/dashboard/shopify/orders', label: 'store orders' }}>
    <div role="alert">
      <EmptyState
        icon={<IconPackageOff size={28} stroke={1.5} />}
        title={props.text}
        action={
          <Button renderRoot={(button) => <Link to="/dashboard/shopify/orders" {...button} />}>Choose orders</Button>
        }
      >
        {props.children ?? 'Open an order from the list of store orders, or from the order’s page in the store.'}
      </EmptyState>
    </div>
  </Page>
);
