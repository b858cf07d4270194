import { companyName, type Company } from '@courierdesk/contract/companies';
import { Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { accountsQuery, createCourierAccount } from '../../api/accounts.ts';
import { settingsQuery } from '../../api/settings.ts';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Fields, Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import { useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { AccountSwitches, CommonFields, CourierSections } from './account-fields.tsx';
import {
  emptyValues,
  newAccountBody,
  newAccountProblems,
  secretFields,
  valuesForCourier,
  type AccountValues,
} from './account-form-values.ts';
import styles from './account-form.module.css';
import { CourierTiles } from './courier-tiles.tsx';
import { SaveFailure } from './save-failure.tsx';
import { useVerification } from './use-verification.ts';

const redirectAfterMs = 700;

export function CreateAccountPage() {
  const leave = useLeave();
  const { settings } = useSuspenseQuery(settingsQuery).data;
  const taken = useQuery(accountsQuery).data?.accounts;
  const anyway = useRef(false);
  const [earlier] = useState(() => new Map<Company, AccountValues>());
  const form = useSchemaForm({
    initial: emptyValues(String(settings.default_weight)),
    schema: newAccountProblems,
    secrets: secretFields,
    save: async (values) => {
      const reply = await createCourierAccount({ ...newAccountBody(values), save_anyway: anyway.current });
      showToast(reply.message);
      leave.soon();
    },
  });
  const { company } = form.values;
  const verification = useVerification({ values: form.values, storedSecrets: [], onlyChoice: form.set });
  /** Suggests the courier's name for the account, unless a person named it or another account has it. */
  const chooseCourier = (chosen: Company): void => {
    form.form.setValues(valuesForCourier(form.values, chosen, earlier));
    const suggested = company === '' ? '' : companyName[company];
    const isTaken = taken?.some(({ name }) => name === companyName[chosen]) ?? false;
    if (form.values.account_name === '' || form.values.account_name === suggested)
      form.set('account_name', isTaken ? '' : companyName[chosen]);
  };
  const submit = (saveAnyway: boolean): void => {
    anyway.current = saveAnyway;
    if (verification.error) verification.forget();
    form.submit();
  };

  return (
    <Page
      title="New courier account"
      help="tracking-accounts#add-an-account"
      width="form"
      back={{ to: '/dashboard/accounts', label: 'accounts' }}
    >
      <form
        className={styles.form}
        noValidate
        aria-label="New courier account"
        onSubmit={(event) => {
          event.preventDefault();
          submit(false);
        }}
      >
        <Section title="Account">
          <CourierTiles {...form.field('company')} value={company} onChange={chooseCourier} />
          <Fields>
            <CommonFields form={form} />
          </Fields>
          <AccountSwitches form={form} />
        </Section>
        {company && (
          <>
            <Notice tone="info">
              The credentials of an account cannot be changed or deleted later. Check them before you save.
            </Notice>
            <CourierSections key={company} company={company} form={form} verification={verification} />
          </>
        )}
        <ErrorSummary problems={form.problems} />
        <SaveFailure failure={form.failure} saving={form.saving} onSaveAnyway={() => submit(true)} />
        <div className={styles.buttons}>
          {form.saving && company && (
            <span className="dim" role="status">
              Checking the credentials with {companyName[company]}…
            </span>
          )}
          <Button type="submit" loading={form.saving} disabled={leave.leaving}>
            Create account
          </Button>
        </div>
      </form>
      <UnsavedGuard dirty={() => form.dirty && !leave.isLeaving()} />
    </Page>
  );
}

/** Goes to the accounts shortly after one was created, unless the person left first. */
function useLeave() {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    leaving,
    isLeaving: () => timer.current !== undefined,
    soon: () => {
      setLeaving(true);
      timer.current = setTimeout(() => void navigate({ to: '/dashboard/accounts' }), redirectAfterMs);
    },
  };
}
