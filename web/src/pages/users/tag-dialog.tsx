import type { ShopUser } from '@courierdesk/contract/users';
import { Button, TextInput } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveTag } from '../../api/users.ts';
import { messageOf } from '../../lib/failures.ts';
import { fullName } from '../../lib/full-name.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

const closeAfterMs = 1000;

export function TagDialog({ user, onClose }: { user: ShopUser; onClose: () => void }) {
  const [tag, setTag] = useState(user.tag);
  const close = useTimeout(onClose, closeAfterMs);
  const save = useMutation({ mutationFn: () => saveTag(user.id, tag), onSuccess: () => close.start() });
  return (
    <Dialog opened onClose={onClose} title="Edit tag">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextInput
          label={`Tag of ${fullName(user)}`}
          description="Up to 10 characters. Parcels that are already booked keep the old tag."
          value={tag}
          error={save.isError ? messageOf(save.error) : undefined}
          onChange={(event) => {
            setTag(event.currentTarget.value);
            save.reset();
          }}
          data-autofocus
        />
        <div className="dialog-buttons">
          <span role="status">{save.isSuccess && save.data.message}</span>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={save.isSuccess || tag.trim() === '' || tag.trim() === user.tag}
          >
            Save tag
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
