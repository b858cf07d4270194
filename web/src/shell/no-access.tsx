import type { Access } from '@courierdesk/contract/scopes';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { missingPermission } from '../lib/missing-permission.ts';
import { useUser } from '../session/use-session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { allowedNavEntries } from '../parts/navigation/nav-entries.ts';

/** Replaces a page that the person may not open: the missing permission, and pages they can open. */
export function NoAccess({ access }: { access: Access }) {
  const user = useUser();
  return (
    <EmptyState
      icon={<IconLock size={28} stroke={1.5} />}
      wholePage
      title="You can’t open this page"
      action={allowedNavEntries(user).map((place) => (
        <Button key={place.label} variant="default" renderRoot={(props) => <Link to={place.to} {...props} />}>
          {place.label}
        </Button>
      ))}
    >
      {missingPermission(access)}
    </EmptyState>
  );
}
