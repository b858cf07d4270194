import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sendTrackingLink } from '../../../api/customer-mails.ts';
import { hasCode, messageOf } from '../../../lib/failures.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { showErrorToast, showToast } from '../../../ui/toasts/toast.ts';

/** Emails the tracking link to the customer. If they have it already, `dialog` asks before it is sent again. */
export function useEmailTrackingLink(shipmentId: string) {
  const [alreadySent, setAlreadySent] = useState<string>();

  const { mutate: send } = useMutation({
    mutationFn: () => sendTrackingLink(shipmentId, false),
    onSuccess: (message) => showToast(message),
    onError: (error) => (hasCode(error, 'already-emailed') ? setAlreadySent(messageOf(error)) : showErrorToast(error)),
  });

  const dialog = (
    <Confirm
      opened={alreadySent !== undefined}
      onClose={() => setAlreadySent(undefined)}
      title="Email the tracking link again?"
      confirmLabel="Send it again"
      keepLabel="Don’t send"
      onConfirm={async () => showToast(await sendTrackingLink(shipmentId, true))}
    >
      {alreadySent}
    </Confirm>
  );

  return { send, dialog };
}
