import type { UserToEdit } from '@courierdesk/contract/users';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { saveEmail } from '../../api/users.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { fullName } from './full-name.ts';
import styles from './users-page.module.css';

export function EmailSection({ user }: { user: UserToEdit }) {
  const [email, setEmail] = useState(user.email);
  const [asking, setAsking] = useState(false);
  const isOwner = user.role === 'ADMIN';
  const wanted = email.trim();
  return (
    <Section
      title="Email"
      about={isOwner ? "The owner's email comes from the store and cannot be changed." : undefined}
    >
      <form
        noValidate
        aria-label="Email"
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          value={email}
          readOnly={isOwner}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {!isOwner && (
          <Button type="submit" variant="default" disabled={wanted === '' || wanted === user.email}>
            Change email
          </Button>
        )}
      </form>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Change the email of ${fullName(user)}?`}
        confirmLabel="Change email"
        onConfirm={async () => {
          const reply = await saveEmail(user.id, wanted);
          showToast(reply.message);
        }}
      >
        <p>
          They are signed out now and must verify <strong>{wanted}</strong> before they can sign in again. We send a
          link to it.
        </p>
      </Confirm>
    </Section>
  );
}
