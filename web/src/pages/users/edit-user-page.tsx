import type { UserToEdit } from '@courierdesk/contract/users';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { readUser, refetchUsers, saveUser, userQuery } from '../../api/users.ts';
import { fullName } from '../../lib/full-name.ts';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import { SaveBar } from '../../ui/forms/save-bar.tsx';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import { useSharedForm } from '../../ui/forms/use-shared-form.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Fields, Section } from '../../ui/section.tsx';
import { When } from '../../ui/dates/when.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { ResetTwoFactorButton } from '../../parts/two-factor/reset-two-factor.tsx';
import { AccessSection } from './access-section.tsx';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ScopesEditor } from './scopes-editor.tsx';
import { useReportUnsaved, useUnsavedForms, type ReportUnsaved } from './unsaved-forms.ts';
import { UserStatus } from './user-columns.tsx';
import { ContactSection, NameFields } from './user-fields.tsx';
import { editedUserBody, editedUserProblems, valuesOf } from './user-form-values.ts';
import styles from './users-page.module.css';

const route = getRouteApi('/dashboard/users/$userId');

export function EditUserPage() {
  const { userId } = route.useParams();
  const { user } = useSuspenseQuery(userQuery(userId)).data;
  const isStaff = user.role === 'USER';
  const unsaved = useUnsavedForms();
  return (
    <Page
      title={fullName(user)}
      aside={<UserStatus user={user} />}
      width="form"
      back={{ to: '/dashboard/users', label: 'users' }}
    >
      <UserForm key={user.id} user={user} isStaff={isStaff} onUnsaved={unsaved.report} />
      <EmailSection key={user.email} user={user} onUnsaved={unsaved.report} />
      {isStaff && <PasswordSection key={`${user.id} password`} user={user} onUnsaved={unsaved.report} />}
      {isStaff && (
        <Section
          title="Two-factor sign-in"
          about={
            user.two_factor_enabled
              ? 'Set up. After the password, sign-in asks for a code from their phone or a passkey.'
              : 'Not set up. This person signs in with the password alone, until they turn it on in their profile.'
          }
        >
          {user.two_factor_enabled && (
            <ResetTwoFactorButton user={{ id: user.id, name: fullName(user) }} onDone={() => void refetchUsers()} />
          )}
        </Section>
      )}
      {isStaff && <AccessSection user={user} onDeleted={unsaved.forget} />}
      <UnsavedGuard dirty={unsaved.any} />
    </Page>
  );
}

function UserForm(props: { user: UserToEdit; isStaff: boolean; onUnsaved: ReportUnsaved }) {
  const { user, isStaff } = props;
  const form = useSharedForm({
    stored: user,
    valuesOf,
    schema: (values) => editedUserProblems(values, isStaff),
    save: async (values, revision) => {
      const reply = await saveUser(user.id, { ...editedUserBody(values, isStaff), revision });
      showToast(reply.message);
      return reply.user;
    },
    reload: () => readUser(user.id),
  });
  useReportUnsaved(props.onUnsaved, 'user', form.dirty);
  return (
    <form onSubmit={form.submit} noValidate aria-label={`Edit ${fullName(user)}`} className={styles.form}>
      <Section
        title="Person"
        about={
          <>
            Created <When at={user.createdAt} form="full" />
          </>
        }
      >
        <Fields>
          <NameFields field={form.field} />
        </Fields>
      </Section>
      <ContactSection field={form.field} values={form.values} />
      {isStaff ? (
        <Section title="Scopes" about="What this person may do. Changes take effect immediately.">
          <ScopesEditor form={form} />
        </Section>
      ) : (
        <Notice tone="info">The owner has all scopes and cannot be restricted or deleted.</Notice>
      )}
      <ErrorSummary problems={form.problems} />
      <FailureNotice failure={form.failure} />
      <SaveBar shown={form.dirty} saving={form.saving} onDiscard={form.discard} />
    </form>
  );
}
