import { startComparison as startEndpoint, type Comparison } from '@courierdesk/contract/differences';
import { formatShort } from '@courierdesk/contract/dates';
import { Button, Tooltip } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { startComparison } from '../../api/differences.ts';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { useNow } from '../../lib/use-now.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';

/** Also there before the comparison has loaded, so that the button beside it does not move. */
export function CompareNow({ comparison }: { comparison: Comparison | undefined }) {
  const canCompare = useHasAccess(startEndpoint.access);
  const now = useNow();
  const timeZone = useTimeZone();
  const starting = useMutation({
    mutationFn: startComparison,
    onError: showErrorToast,
  });
  const { running, again_at } = comparison ?? { running: null, again_at: null };
  const isTooSoon = again_at !== null && new Date(again_at) > now;
  const reason = !canCompare
    ? missingPermission(startEndpoint.access)
    : isTooSoon
      ? `We just compared. You can compare again on ${formatShort(again_at, timeZone, now)}.`
      : undefined;
  return (
    <Tooltip label={reason} disabled={reason === undefined}>
      <Button
        leftSection={<IconArrowsDiff size={16} />}
        disabled={!comparison}
        loading={running !== null || starting.isPending}
        aria-disabled={reason !== undefined}
        {...(reason !== undefined && { 'data-disabled': true })}
        onClick={() => (reason === undefined ? starting.mutate() : showToast(reason, { id: 'compare-now' }))}
      >
        Compare now
      </Button>
    </Tooltip>
  );
}
