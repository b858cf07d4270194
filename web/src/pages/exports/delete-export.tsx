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
        keepLabel={stops ? 'Keep exporting' : 'Keep it'}
        danger
        onConfirm={async () => {
          await removeExport(order.id);
          showToast('Export deleted');
          onDeleted?.();
        }}
      >
        <p>
          {stops
            ? 'We delete the unfinished file and email no link. The orders do not change.'
            : `We delete ${order.file_name} for everyone, and its link stops working. The orders do not change.`}
        </p>
      </Confirm>
    </>
  );
}
