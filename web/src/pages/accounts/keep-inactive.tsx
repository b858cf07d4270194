import type { CourierAccount } from '@courierdesk/contract/courier-accounts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { changeCourierAccount } from '../../api/accounts.ts';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';

/** For an account that the end of a plan switched off: the next plan leaves it off. */
export function KeepInactive({ account }: { account: CourierAccount }) {
  const keep = useMutation({
    mutationFn: () => changeCourierAccount(account.id, { off_by_plan: false }),
    onSuccess: (reply) => showToast(reply.message),
    onError: showErrorToast,
  });
  return (
    <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
      Keep inactive
    </Button>
  );
}
