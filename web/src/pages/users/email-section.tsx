import { changeEmail, type UserToEdit } from '@courierdesk/contract/users';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { saveEmail } from '../../api/users.ts';
import { ApiError } from '../../lib/failures.ts';
import { fullName } from '../../lib/full-name.ts';
import { useInterruptedForm } from '../../lib/use-interrupted-form.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { schemaProblems } from '../../ui/forms/use-schema-form.ts';
import { Section } from '../../ui/section.tsx';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';
import { useReportUnsaved, type ReportUnsaved } from './unsaved-forms.ts';
import styles from './users-page.module.css';

export function EmailSection({ user, onUnsaved }: { user: UserToEdit; onUnsaved: ReportUnsaved }) {
  const [email, setEmail] = useState(user.email);
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  const isOwner = user.role === 'ADMIN';
  const wanted = email.trim();
  const dirty = wanted !== user.email;
  // Another letter case is the same address: nobody is signed out and no link is sent.
  const isSameAddress = wanted.toLowerCase() === user.email.toLowerCase();
  useInterruptedForm({ name: 'email', values: email, dirty, fits: isText, restore: setEmail });
  useReportUnsaved(onUnsaved, 'email', dirty);
  const save = async (): Promise<void> => {
    try {
      showToast((await saveEmail(user.id, wanted)).message);
    } catch (error) {
      const beside = error instanceof ApiError && error.problems.find(({ field }) => field === 'email');
      if (!beside) throw error;
      setProblem(beside.msg);
    }
  };
  return (
    <Section
      title="Email"
      about={isOwner ? "The owner's email comes from the store and cannot be changed." : undefined}
    >
      <form
        noValidate
        aria-label="Email"
        className={styles.line}
        data-problem={problem ? true : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          const found = schemaProblems(changeEmail.body, { email })[0]?.message;
          setProblem(found);
          if (found !== undefined) return;
          if (isSameAddress) void save().catch(showErrorToast);
          else setAsking(true);
        }}
      >
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          value={email}
          readOnly={isOwner}
          error={problem}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        {!isOwner && (
          <Button type="submit" variant="default" disabled={wanted === '' || !dirty}>
            Change email
          </Button>
        )}
      </form>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Change the email of ${fullName(user)}?`}
        confirmLabel="Change email"
        onConfirm={save}
      >
        <p>
          {!user.is_unused && 'They are signed out now, and their password and two-factor sign-in stop working. '}
          We send a link to <strong>{wanted}</strong>. They verify it, then{' '}
          {user.is_unused && user.has_password
            ? 'sign in with the password that you gave them.'
            : 'choose a password with “Forgot password?”, or you set one here.'}
        </p>
      </Confirm>
    </Section>
  );
}

const isText = (kept: unknown): kept is string => typeof kept === 'string';
