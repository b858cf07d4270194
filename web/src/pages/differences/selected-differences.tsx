import { repairAccess, repairButton } from '@courierdesk/contract/difference-kinds';
import { type Difference } from '@courierdesk/contract/differences';
import { Button, Tooltip } from '@mantine/core';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { SelectedRowsBar } from '../../ui/table/selected-rows-bar.tsx';
import type { ListSelection } from '../../ui/table/use-selection.ts';
import { showToast } from '../../ui/toasts/toast.ts';

/** Repairs or dismisses the selection. Together only differences of one kind with one repair can be repaired. */
export function SelectedDifferences(props: {
  selection: ListSelection<Difference>;
  onRepair: (selected: readonly Difference[]) => void;
  onDismiss: (selected: readonly Difference[]) => void;
}) {
  const selected = props.selection.ticked.filter(({ state }) => state === 'open');
  const [first] = selected;
  const repair = first?.repair ?? 'accept-fulfilment';
  const canRepair = useHasAccess(repairAccess[repair]);
  const isOneKind = selected.every((one) => one.kind === first?.kind && one.repair === repair);
  const reason = !isOneKind
    ? 'Select differences with the same repair to repair them together.'
    : canRepair
      ? undefined
      : missingPermission(repairAccess[repair]);
  return (
    <SelectedRowsBar label="Selected differences" selection={props.selection} warning={isOneKind ? undefined : reason}>
      <Button variant="default" onClick={() => props.onDismiss(selected)}>
        Dismiss ({selected.length})
      </Button>
      <Tooltip label={reason} disabled={reason === undefined}>
        <Button
          aria-disabled={reason !== undefined}
          {...(reason !== undefined && { 'data-disabled': true })}
          onClick={() =>
            reason === undefined ? props.onRepair(selected) : showToast(reason, { id: 'repair-selected' })
          }
        >
          {isOneKind ? repairButton[repair] : 'Repair'} ({selected.length})
        </Button>
      </Tooltip>
    </SelectedRowsBar>
  );
}
