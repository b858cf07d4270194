import { repairAccess, repairButton } from '@courierdesk/contract/difference-kinds';
import { dismissDifferences, type Difference } from '@courierdesk/contract/differences';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { reopenDifference } from '../../differences/differences.ts';
import { messageOf } from '../../lib/failures.ts';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { showToast } from '../../ui/toasts/toast.ts';
import styles from './difference-columns.module.css';

export type RowActions = {
  readonly onRepair: (difference: Difference) => void;
  readonly onDismiss: (difference: Difference) => void;
};

/** The repair and the dismissal of one difference. Without permission they stay visible and say what is missing. */
export function DifferenceActions({ difference, onRepair, onDismiss }: RowActions & { difference: Difference }) {
  const { repair, state } = difference;
  const mayRepair = useHasAccess(repairAccess[repair]);
  const mayDismiss = useHasAccess(dismissDifferences.access);
  if (state === 'dismissed') return <OpenAgain difference={difference} />;
  const subject = difference.order_name || difference.tracking_number || '';
  const missing = missingPermission(repairAccess[repair]);
  return (
    <div className={styles.actions}>
      <Tooltip label={missing} disabled={mayRepair}>
        <Button
          size="xs"
          variant="default"
          loading={state === 'repairing'}
          aria-label={`${repairButton[repair]}: ${subject}`}
          aria-disabled={!mayRepair}
          {...(!mayRepair && { 'data-disabled': true })}
          onClick={() => (mayRepair ? onRepair(difference) : showToast(missing, { id: 'missing-permission' }))}
        >
          {repairButton[repair]}
        </Button>
      </Tooltip>
      {mayDismiss && (
        <ActionIcon
          variant="default"
          size={30}
          aria-label={`Dismiss ${subject}`}
          title="Dismiss"
          disabled={state === 'repairing'}
          onClick={() => onDismiss(difference)}
        >
          <IconEyeOff size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

function OpenAgain({ difference: { id, order_name, tracking_number } }: { difference: Difference }) {
  const mayOpen = useHasAccess(dismissDifferences.access);
  const opening = useMutation({
    mutationFn: () => reopenDifference(id),
    onSuccess: () => showToast('Opened again.'),
    onError: (error) => showToast(messageOf(error), { error: true }),
  });
  if (!mayOpen) return null;
  return (
    <div className={styles.actions}>
      <Button
        size="xs"
        variant="default"
        loading={opening.isPending}
        aria-label={`Open ${order_name || tracking_number || ''} again`}
        onClick={() => opening.mutate()}
      >
        Open again
      </Button>
    </div>
  );
}
