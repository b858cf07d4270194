import { courierFields, type CourierField } from '@courierdesk/contract/courier-forms';
import type { Company } from '@courierdesk/contract/companies';
import type { CourierAccount } from '@courierdesk/contract/courier-accounts';
import { Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tcsCitiesQuery } from '../../api/accounts.ts';
import { NumberField } from '../../ui/forms/number-field.tsx';
import { Fields, Section } from '../../ui/section.tsx';
import type { useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { isCredential, type AccountValues } from './account-form-values.ts';
import styles from './account-form.module.css';
import type { Choice } from './courier-choice-input.tsx';
import { CourierFieldInput } from './courier-field-input.tsx';
import { KeepInactive } from './keep-inactive.tsx';
import type { Verification } from './use-verification.ts';
import { VerificationPanel } from './verification-panel.tsx';

type AccountForm = ReturnType<typeof useSchemaForm<AccountValues>>;

/** The courier's own fields: first credentials, then shipping choices that need them. */
export function CourierSections(props: {
  company: Company;
  form: AccountForm;
  verification: Verification;
  /** Secrets of the stored account; undefined for a new one. */
  storedSecrets?: readonly string[];
}) {
  const { company, form, verification, storedSecrets } = props;
  const cities = useQuery({ ...tcsCitiesQuery, enabled: company === 'TCS' });
  const fields = courierFields[company];
  const offeredFor = (field: CourierField): readonly Choice[] | undefined => {
    const offered = verification.choices[field.name];
    if (offered || field.name !== 'shipper_city') return offered;
    return cities.data?.cities.map((city) => ({ value: city.id, label: city.name }));
  };
  const input = (field: CourierField) => (
    <CourierFieldInput
      key={field.name}
      field={field}
      input={form.field(field.name)}
      offered={offeredFor(field)}
      lookedUp={verification.message !== undefined}
      edited={storedSecrets !== undefined}
      stored={storedSecrets?.includes(field.name) ?? false}
    />
  );
  const others = fields.filter((field) => !isCredential(field));
  return (
    <>
      <Section title="Credentials">
        <Fields>{fields.filter(isCredential).map(input)}</Fields>
        <VerificationPanel company={company} verification={verification} />
      </Section>
      {others.length > 0 && (
        <Section title="Shipping">
          <Fields>{others.map(input)}</Fields>
        </Section>
      )}
    </>
  );
}

export function CommonFields({ form }: { form: AccountForm }) {
  return (
    <>
      <TextInput
        label="Account name"
        description="Your name for this account. Maximum 30 characters."
        autoComplete="off"
        {...form.field('account_name')}
      />
      <NumberField
        label="Weight"
        description="Used when the store has no weight for an order. 0 to 50,000 g; 0 uses the shop's default weight."
        unit="g"
        {...form.field('weight')}
      />
    </>
  );
}

export function AccountSwitches({ form, stored }: { form: AccountForm; stored?: CourierAccount }) {
  return (
    <div className={styles.switches}>
      <Switch
        label="Default account"
        description="Preselected when you book. Only one account can be the default."
        {...form.field('is_default', 'checkbox')}
      />
      <Switch
        id="field-in_active"
        label="Active"
        description={
          stored?.off_by_plan
            ? 'Off since the paid plan ended. A new plan can switch it on.'
            : 'Inactive accounts are hidden from the booking page.'
        }
        checked={!form.values.in_active}
        onChange={(event) => form.set('in_active', !event.currentTarget.checked)}
      />
      {stored?.off_by_plan && <KeepInactive account={stored} />}
    </div>
  );
}
