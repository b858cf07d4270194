import { bookOrder } from '@courierdesk/contract/booking';
import { repairAccess, repairAsksFirst, repairButton, repairExplanation } from '@courierdesk/contract/difference-kinds';
import { dismissDifferences, type Difference } from '@courierdesk/contract/differences';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { reopenDifference } from '../../api/differences.ts';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';
import { isBookedAgain } from './booked-again.ts';
import { repairNow } from './repair-now.ts';
import styles from './difference-columns.module.css';

export type RowActions = {
  readonly onRepair: (difference: Difference) => void;
  readonly onDismiss: (difference: Difference) => void;
};

/**
 * The repair and the dismissal of one difference. Repairs that cannot be undone ask first. Without permission, the button
 * says which one is missing.
 */
export function DifferenceActions({ difference, onRepair, onDismiss }: RowActions & { difference: Difference }) {
  const { repair, state } = difference;
  const canRepair = useHasAccess(repairAccess[repair]);
  const canBook = useHasAccess(bookOrder.access);
  const canDismiss = useHasAccess(dismissDifferences.access);
  const repairing = useMutation({
    mutationFn: () => repairNow([difference]),
    onError: showErrorToast,
  });
  if (state === 'dismissed') return <OpenAgain difference={difference} />;
  const button = isBookedAgain(difference) && canBook ? 'Cancel and book again' : repairButton[repair];
  const subject = difference.order_name || difference.tracking_number || '';
  const missing = missingPermission(repairAccess[repair]);
  const repairOrAsk = (): void => (repairAsksFirst.has(repair) ? onRepair(difference) : repairing.mutate());
  return (
    <div className={styles.actions}>
      <Tooltip label={canRepair ? repairExplanation(difference) : missing} multiline maw={320}>
        <Button
          size="xs"
          variant="default"
          loading={state === 'repairing' || repairing.isPending}
          aria-label={`${button}: ${subject}`}
          aria-disabled={!canRepair}
          {...(!canRepair && { 'data-disabled': true })}
          onClick={() => (canRepair ? repairOrAsk() : showToast(missing, { id: 'missing-permission' }))}
        >
          {button}
        </Button>
      </Tooltip>
      {canDismiss && (
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
  const canOpen = useHasAccess(dismissDifferences.access);
  const opening = useMutation({
    mutationFn: () => reopenDifference(id),
    onSuccess: () => showToast('Opened again.'),
    onError: showErrorToast,
  });
  if (!canOpen) return null;
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
