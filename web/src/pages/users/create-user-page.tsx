import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { addUser } from '../../api/users.ts';
import { ApiError } from '../../lib/failures.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import { useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Fields, Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { PasswordField, usePasswordCheck } from '../../ui/forms/password-field.tsx';
import { ScopesEditor } from './scopes-editor.tsx';
import { ContactSection, NameFields } from './user-fields.tsx';
import { emptyUser, newUserBody, newUserProblems } from './user-form-values.ts';
import styles from './users-page.module.css';

export function CreateUserPage() {
  const [created, setCreated] = useState<string>();
  const check = usePasswordCheck();
  const form = useSchemaForm({
    initial: emptyUser,
    secrets: ['password'],
    schema: (values) => newUserProblems(values, check?.weaknessOf(values.password, values.email)),
    save: async (values) => {
      if (created !== undefined) return;
      const reply = await addUser(newUserBody(values));
      showToast(reply.message);
      setCreated(reply.user.email);
    },
  });
  const failure = form.failure instanceof ApiError && form.failure.planLimit ? undefined : form.failure;
  return (
    <Page title="Create user" help="users#add-a-user" width="form" back={{ to: '/dashboard/users', label: 'users' }}>
      <form onSubmit={form.submit} noValidate aria-label="Create user" className={styles.form}>
        <Section title="Sign-in" about="They sign in with this email and password after they verify the email.">
          <Fields>
            <TextInput
              label="Email"
              type="email"
              autoComplete="off"
              required
              withAsterisk={false}
              {...form.field('email')}
            />
            <PasswordField email={form.values.email} {...form.field('password')} value={form.values.password} />
          </Fields>
        </Section>
        <Section title="Person">
          <Fields>
            <NameFields field={form.field} />
          </Fields>
        </Section>
        <ContactSection field={form.field} values={form.values} />
        <Section title="Scopes" about="What this person may do.">
          <ScopesEditor form={form} />
        </Section>
        <ErrorSummary problems={form.problems} />
        <FailureNotice failure={failure} />
        <div className="end-buttons">
          <Button type="submit" loading={form.saving} disabled={created !== undefined}>
            Create user
          </Button>
        </div>
      </form>
      <UnsavedGuard dirty={() => form.dirty && created === undefined} />
      <CreatedDialog email={created} />
    </Page>
  );
}

function CreatedDialog({ email }: { email: string | undefined }) {
  const navigate = useNavigate();
  const leave = (): void => void navigate({ to: '/dashboard/users' });
  return (
    <Dialog opened={email !== undefined} onClose={leave} title="User created">
      <div className={dialog.text}>
        <p>
          We sent a link to <strong>{email}</strong>. The user must verify the email and can then log in.
        </p>
        <p>Give them the password yourself. We do not send it.</p>
      </div>
      <div className="dialog-buttons">
        <Button onClick={leave} data-autofocus>
          Go to users
        </Button>
      </div>
    </Dialog>
  );
}
