import type { Batch } from '@courierdesk/contract/batch';
import { maxMergedOrders } from '@courierdesk/contract/merging';
import { Menu } from '@mantine/core';
import { IconArrowMerge, IconRoute, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { removeBatch } from '../../api/batches.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { showToast } from '../../ui/toasts/toast.ts';

export function BatchMenu({ batch, storeOrderIds }: { batch: Batch; storeOrderIds: readonly string[] }) {
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const canChangeRules = useHasAccess(['READ_SETTINGS']);
  const draft = batch.state === 'draft' && batch.started_at === null;
  const canMerge = draft && storeOrderIds.length > 1 && storeOrderIds.length <= maxMergedOrders;
  if (!draft && !canChangeRules) return null;
  return (
    <>
      <MoreMenu>
        {canMerge && (
          <Menu.Item
            leftSection={<IconArrowMerge size={16} />}
            renderRoot={(props) => (
              <Link to="/dashboard/merge-orders" search={{ 'ids[]': [...storeOrderIds] }} {...props} />
            )}
          >
            Merge into one parcel instead
          </Menu.Item>
        )}
        {canChangeRules && (
          <Menu.Item
            leftSection={<IconRoute size={16} />}
            renderRoot={(props) => <Link to="/dashboard/settings/courier-rules" {...props} />}
          >
            Courier rules
          </Menu.Item>
        )}
        {draft && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
            Delete this draft
          </Menu.Item>
        )}
      </MoreMenu>
      <Confirm
        opened={deleting}
        onClose={() => setDeleting(false)}
        title={`Delete batch ${batch.number}?`}
        confirmLabel="Delete draft"
        keepLabel="Keep draft"
        danger
        onConfirm={async () => {
          const { message } = await removeBatch(batch.id);
          showToast(message);
          await navigate({ to: '/dashboard/batches', replace: true });
        }}
      >
        Your edits to this sheet will be lost. Nothing was booked, and the orders do not change.
      </Confirm>
    </>
  );
}
