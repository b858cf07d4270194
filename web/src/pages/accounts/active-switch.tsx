import type { CourierAccount } from '@courierdesk/contract/courier-accounts';
import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { changeCourierAccount } from '../../api/accounts.ts';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';

export function ActiveSwitch({ account, canWrite }: { account: CourierAccount; canWrite: boolean }) {
  const change = useMutation({
    mutationFn: (active: boolean) => changeCourierAccount(account.id, { in_active: !active }),
    onSuccess: (reply) => showToast(reply.message),
    onError: showErrorToast,
  });
  if (!canWrite) return account.in_active ? 'Inactive' : 'Active';
  const shown = change.isPending ? change.variables : !account.in_active;
  return (
    <Switch
      size="sm"
      aria-label={`${account.name} is active`}
      checked={shown}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
