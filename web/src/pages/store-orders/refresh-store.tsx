import { formatAgo, formatShort } from '@courierdesk/contract/dates';
import { Button, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { refreshStore } from '../../api/store-orders.ts';
import { messageOf } from '../../lib/failures.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { useNow } from '../../lib/use-now.ts';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { countText } from '@courierdesk/contract/count-text';

export type StoreRefresh = ReturnType<typeof useRefreshStore>;

export function useRefreshStore() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: refreshStore,
    onSuccess: ({ changed }) => showToast(changedText(changed), { id: 'store-read' }),
  });
  return { run: () => mutate(), working: isPending, error };
}

const changedText = (changed: number): string =>
  changed === 0 ? 'Nothing changed in the store' : `${countText(changed, 'order')} changed`;

/** Reads changes from the store, and shows when that last happened. */
export function RefreshStore({ refresh, mirroredAt }: { refresh: StoreRefresh; mirroredAt: string | null }) {
  const now = useNow();
  return (
    <Tooltip label="Check the store for changes">
      <Button variant="default" leftSection={<IconRefresh size={16} />} loading={refresh.working} onClick={refresh.run}>
        {mirroredAt ? checked(mirroredAt, now) : 'Refresh'}
      </Button>
    </Tooltip>
  );
}

function checked(at: string, now: Date): string {
  return `Checked ${formatAgo(at, now)}`;
}

/** The store did not respond: the list stays and shows its age. */
export function StoreRefreshFailed({ refresh, mirroredAt }: { refresh: StoreRefresh; mirroredAt: string | null }) {
  const now = useNow();
  const timeZone = useTimeZone();
  if (!refresh.error) return null;
  return (
    <Notice
      tone="warning"
      live
      action={
        <Button variant="default" size="xs" loading={refresh.working} onClick={refresh.run}>
          Try again
        </Button>
      }
    >
      {messageOf(refresh.error)}
      {mirroredAt && ` These are the orders as of ${formatShort(mirroredAt, timeZone, now)}.`}
    </Notice>
  );
}
