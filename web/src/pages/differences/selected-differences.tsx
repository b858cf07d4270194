import { repairAccess, repairButton } from '@courierdesk/contract/difference-kinds';
import { type Difference } from '@courierdesk/contract/differences';
import { Button, Tooltip } from '@mantine/core';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { showToast } from '../../ui/toasts/toast.ts';

/** Repairs or dismisses the selection. Together only differences of one kind with one repair can be repaired. */
export function SelectedDifferences(props: {
  selected: readonly Difference[];
  onClear: () => void;
  onRepair: () => void;
  onDismiss: () => void;
}) {
  const { selected } = props;
  const [first] = selected;
  const repair = first?.repair ?? 'accept-fulfilment';
  const mayRepair = useHasAccess(repairAccess[repair]);
  const isOneKind = selected.every((one) => one.kind === first?.kind && one.repair === repair);
  const reason = !isOneKind
    ? 'Select differences with the same repair to repair them together.'
    : mayRepair
      ? undefined
      : missingPermission(repairAccess[repair]);
  return (
    <SelectionBar
      label="Selected differences"
      selected={`${selected.length} selected`}
      warning={isOneKind ? undefined : reason}
      onClear={props.onClear}
    >
      <Button variant="default" onClick={props.onDismiss}>
        Dismiss ({selected.length})
      </Button>
      <Tooltip label={reason} disabled={reason === undefined}>
        <Button
          aria-disabled={reason !== undefined}
          {...(reason !== undefined && { 'data-disabled': true })}
          onClick={() => (reason === undefined ? props.onRepair() : showToast(reason, { id: 'repair-selected' }))}
        >
          {isOneKind ? repairButton[repair] : 'Repair'} ({selected.length})
        </Button>
      </Tooltip>
    </SelectionBar>
  );
}
