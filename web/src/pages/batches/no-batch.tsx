import { Button } from '@mantine/core';
import { IconPackageOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';

/** Explains why there is no batch, and links to the store orders. */
export const NoBatch = ({ text, children }: { text: string; children: ReactNode }) => (
  <Page title="Book orders" back={{ to: '/dashboard/batches', label: 'batches' }}>
    <div role="alert">
      <EmptyState
        icon={<IconPackageOff size={28} stroke={1.5} />}
        title={text}
        action={
          <Button renderRoot={(props) => <Link to="/dashboard/shopify/orders" {...props} />}>Choose orders</Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  </Page>
);
