import type { Difference } from '@courierdesk/contract/differences';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reopenDifference } from '../../api/differences.ts';
import { Notice } from '../../ui/notice.tsx';
import { showErrorToast } from '../../ui/toasts/toast.ts';

/** Says what was dismissed, and takes one dismissal back. Several are opened again one by one. */
export function DismissedNotice({ dismissed, onClose }: { dismissed: readonly Difference[]; onClose: () => void }) {
  const [first] = dismissed;
  const undoing = useMutation({
    mutationFn: reopenDifference,
    onSuccess: onClose,
    onError: showErrorToast,
  });
  if (!first) return null;
  const one = dismissed.length === 1;
  return (
    <Notice
      tone="success"
      live
      action={
        one ? (
          <Button variant="default" size="xs" loading={undoing.isPending} onClick={() => undoing.mutate(first.id)}>
            Undo
          </Button>
        ) : (
          <Button
            variant="default"
            size="xs"
            renderRoot={(props) => <Link to="/dashboard/differences" search={{ tab: 'dismissed' }} {...props} />}
          >
            Show dismissed
          </Button>
        )
      }
    >
      {one
        ? `Dismissed ${first.order_name || (first.tracking_number ?? '')}.`
        : `${dismissed.length} differences dismissed.`}
    </Notice>
  );
}
