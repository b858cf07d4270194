import { companyName } from '@courierdesk/contract/companies';
import type { CourierAccount } from '@courierdesk/contract/courier-accounts';
import { hasPush } from '@courierdesk/contract/courier-pushes';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { accountQuery, readAccount, updateCourierAccount } from '../../api/accounts.ts';
import { useNow } from '../../lib/use-now.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SaveBar } from '../../ui/forms/save-bar.tsx';
import { Fields, Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import { useSharedForm } from '../../ui/forms/use-shared-form.ts';
import { AccountSwitches, CommonFields, CourierSections } from './account-fields.tsx';
import { editedAccountBody, editedAccountProblems, secretFields, valuesOf } from './account-form-values.ts';
import styles from './account-form.module.css';
import { accountTrouble } from './account-health.tsx';
import { PushSection } from './push-section.tsx';
import { SaveFailure } from './save-failure.tsx';
import { useVerification } from './use-verification.ts';

const route = getRouteApi('/dashboard/edit-account/$accountId');

export function EditAccountPage() {
  const { accountId } = route.useParams();
  const { account } = useSuspenseQuery(accountQuery(accountId)).data;
  const canWrite = useHasAccess(['WRITE_ACCOUNTS']);
  return (
    <Page
      title={account.name}
      aside={companyName[account.company]}
      width="form"
      back={{ to: '/dashboard/accounts', label: 'accounts' }}
    >
      <EditAccountForm key={account.id} account={account} />
      {canWrite && hasPush(account.company) && <PushSection account={account} />}
    </Page>
  );
}

function EditAccountForm({ account }: { account: CourierAccount }) {
  const anyway = useRef(false);
  const trouble = accountTrouble(account, useNow());
  const form = useSharedForm({
    stored: account,
    valuesOf,
    schema: (values) => editedAccountProblems(account, values),
    secrets: secretFields,
    save: async (values, revision) => {
      const body = { ...editedAccountBody(account, values), save_anyway: anyway.current, revision };
      const reply = await updateCourierAccount(body);
      showToast(reply.message);
      return reply.account;
    },
    reload: () => readAccount(account.id),
  });
  const verification = useVerification({
    accountId: account.id,
    values: form.values,
    storedSecrets: account.secrets_set,
    onlyChoice: form.set,
  });
  const submit = (saveAnyway: boolean): void => {
    anyway.current = saveAnyway;
    if (verification.error) verification.forget();
    form.submit();
  };

  return (
    <form
      className={styles.form}
      noValidate
      aria-label={`Edit ${account.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      {trouble && <Notice tone="warning">{trouble}</Notice>}
      <Section title="Account">
        <Fields>
          <CommonFields form={form} />
        </Fields>
        <AccountSwitches form={form} stored={account} />
      </Section>
      <CourierSections
        company={account.company}
        form={form}
        verification={verification}
        storedSecrets={account.secrets_set}
      />
      <ErrorSummary problems={form.problems} />
      <SaveFailure failure={form.failure} saving={form.saving} onSaveAnyway={() => submit(true)} />
      <SaveBar shown={form.dirty} saving={form.saving} onDiscard={form.discard} />
      <UnsavedGuard dirty={() => form.dirty} />
    </form>
  );
}
