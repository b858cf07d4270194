import type { Access } from '@courierdesk/contract/scopes';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { missingRight } from '../lib/missing-right.ts';
import { useUser } from '../session/use-session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { openPlaces } from './places.ts';

/** Instead of a page that the signed-in person may not open: which right is missing, and where they can go. */
export function NoAccess({ access }: { access: Access }) {
  const user = useUser();
  return (
    <EmptyState
      icon={<IconLock size={28} stroke={1.5} />}
      wholePage
      title="This page is not open to you"
      action={openPlaces(user).map((place) => (
        <Button key={place.label} variant="default" renderRoot={(props) => <Link to={place.to} {...props} />}>
          {place.label}
        </Button>
      ))}
    >
      <p>{missingRight(access)}</p>
      {access !== 'owner' && <p>The owner of {user.shop.name} can give it to you.</p>}
    </EmptyState>
  );
}
