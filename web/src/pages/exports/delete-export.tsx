import type { OrderExport } from '@courierdesk/contract/exports';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { removeExport } from '../../api/exports.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { showToast } from '../../ui/toasts/toast.ts';

/** Deletes an export with its file; stops one that is under way. */
export function DeleteExport({
  order,
  small = false,
  onDeleted,
}: {
  order: OrderExport;
  small?: boolean;
  onDeleted?: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const stops = order.state === 'under-way';
  const label = stops ? 'Stop' : 'Delete';
  return (
    <>
      <Button
        variant="default"
        size={small ? 'xs' : 'sm'}
        onClick={() => setAsking(true)}
        {...(small && { 'aria-label': `${label} ${order.file_name}` })}
      >
        {label}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={stops ? 'Stop this export?' : 'Delete this export?'}
        confirmLabel={stops ? 'Stop export' : 'Delete export'}
        keepLabel={stops ? 'Go on' : 'Keep it'}
        danger
        onConfirm={async () => {
          await removeExport(order.id);
          showToast('Export deleted');
          onDeleted?.();
        }}
      >
        <p>
          {stops
            ? 'What was written so far is deleted, and no link is mailed. The orders stay as they are.'
            : `The file ${order.file_name} is deleted for everyone, and its link ends. The orders stay as they are.`}
        </p>
      </Confirm>
    </>
  );
}
