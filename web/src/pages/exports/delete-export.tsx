import type { OrderExport } from '@courierdesk/contract/exports';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { removeExport } from '../../api/exports.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { showToast } from '../../ui/toasts/toast.ts';

/** Deletes an export and its file, or stops one in progress. */
export function DeleteExport({
  order,
  small = false,
  onDeleted,
}: {
  order: OrderExport;
  small?: boolean;
  onDeleted?: () => void;
}) {
  // What the person chose: the export may end while the question is open.
  const [open, setOpen] = useState<'stop' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const isUnderWay = order.state === 'under-way';
  const label = isUnderWay ? 'Stop' : 'Delete';
  const remove = async (onlyUnderWay: boolean): Promise<void> => {
    await removeExport(order.id, onlyUnderWay);
    showToast('Export deleted');
    onDeleted?.();
  };
  return (
    <>
      <Button
        variant="default"
        size={small ? 'xs' : 'sm'}
        onClick={() => setOpen(isUnderWay ? 'stop' : 'delete')}
        {...(small && { 'aria-label': `${label} ${order.file_name}` })}
      >
        {label}
      </Button>
      <Confirm
        opened={open === 'stop'}
        onClose={close}
        title="Stop this export?"
        confirmLabel="Stop export"
        keepLabel="Keep exporting"
        danger
        onConfirm={() => remove(true)}
      >
        <p>We delete the unfinished file and email no link. The orders do not change.</p>
      </Confirm>
      <Confirm
        opened={open === 'delete'}
        onClose={close}
        title="Delete this export?"
        confirmLabel="Delete export"
        keepLabel="Keep it"
        danger
        onConfirm={() => remove(false)}
      >
        <p>We delete {order.file_name} for everyone, and its link stops working. The orders do not change.</p>
      </Confirm>
    </>
  );
}
