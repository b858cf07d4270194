import { maxRuleTargets } from '@courierdesk/contract/booking-rules';
import { companyName } from '@courierdesk/contract/companies';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { ActionIcon, Button, Select, SegmentedControl, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, type ChangeEvent } from 'react';
import { NumberField } from '../../ui/forms/number-field.tsx';
import styles from './courier-rules.module.css';
import { shareField, sumOfShares, type RuleProblem, type RuleValues } from './rule-values.ts';
import type { RulesForm } from './use-rules-form.ts';

type FieldsProps = {
  rule: RuleValues;
  accounts: readonly AccountChoice[];
  problems: readonly RuleProblem[];
  form: RulesForm;
  readOnly: boolean;
};

export function RuleFields(props: FieldsProps) {
  const { rule, readOnly } = props;
  const change = (values: Partial<RuleValues>): void => props.form.change(rule.key, values);
  const error = (field: string): string | undefined =>
    props.problems.find((problem) => problem.field === field)?.message;
  const payment = useId();
  const number = (field: 'weight_from' | 'weight_to' | 'value_from' | 'value_to') => ({
    value: rule[field],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [field]: event.currentTarget.value }),
    error: error(field),
    readOnly,
    placeholder: 'Any',
  });
  return (
    <div className={styles.fields}>
      <TextInput
        label="Name"
        placeholder="Lahore by Leopards"
        dir="auto"
        data-autofocus
        readOnly={readOnly}
        value={rule.name}
        error={error('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TagsInput
        label="Cities"
        description="Press Enter after each city, or paste a list. Known spellings match too. Leave empty for every city."
        placeholder={rule.cities.length === 0 ? 'Every city' : undefined}
        splitChars={[',', ';', '\n', '\t']}
        readOnly={readOnly}
        acceptValueOnBlur
        clearable
        value={rule.cities}
        error={error('cities')}
        onChange={(cities) => change({ cities })}
      />
      <div>
        <p id={payment} className={styles.label}>
          Payment
        </p>
        <SegmentedControl
          aria-labelledby={payment}
          readOnly={readOnly}
          data={[
            { value: 'any', label: 'Any' },
            { value: 'cod', label: 'COD' },
            { value: 'prepaid', label: 'Already paid' },
          ]}
          value={rule.payment}
          onChange={(value) => change({ payment: value })}
        />
      </div>
      <div className={styles.ranges}>
        <NumberField label="Weight from" unit="g" {...number('weight_from')} />
        <NumberField label="Weight to" unit="g" {...number('weight_to')} />
        <NumberField label="Value from" unit="Rs" {...number('value_from')} />
        <NumberField label="Value to" unit="Rs" {...number('value_to')} />
      </div>
      <Targets {...props} />
    </div>
  );
}

/** The accounts and each one's share in percent. */
function Targets({ rule, accounts, problems, form, readOnly }: FieldsProps) {
  const { targets } = rule;
  const set = (next: RuleValues['targets']): void => form.change(rule.key, { targets: next });
  const sum = sumOfShares(targets);
  const problem = problems.find((one) => one.field === 'targets')?.message;
  const free = accounts.filter((account) => !targets.some((target) => target.account_id === account.id));
  return (
    <fieldset className={styles.targets}>
      <legend className={styles.label}>Courier accounts</legend>
      {targets.map((target, index) => (
        <div key={index} className={styles.target}>
          <Select
            className={styles.account}
            aria-label={`Account ${index + 1}`}
            placeholder="Choose an account"
            readOnly={readOnly}
            data={accounts.map((account) => ({
              value: account.id,
              label: `${account.name} · ${companyName[account.company]}${account.in_active ? ' (inactive)' : ''}`,
            }))}
            value={target.account_id || null}
            onChange={(id) => set(targets.with(index, { ...target, account_id: id ?? '' }))}
          />
          <NumberField
            className={styles.share}
            aria-label={`Share of account ${index + 1} in percent`}
            unit="%"
            readOnly={readOnly}
            value={target.share}
            error={problems.find((one) => one.field === shareField(index))?.message}
            onChange={(event) => set(targets.with(index, { ...target, share: event.currentTarget.value }))}
          />
          {targets.length > 1 && !readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove account ${index + 1}`}
              onClick={() => set(targets.toSpliced(index, 1))}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {!readOnly && targets.length < maxRuleTargets && free.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() =>
            set([...targets, { account_id: free[0]?.id ?? '', share: String(Math.max(1, 100 - (sum ?? 100))) }])
          }
        >
          Share with another account
        </Button>
      )}
      {targets.length > 1 && (
        <p className={styles.sum} data-wrong={sum !== 100 || undefined}>
          {sum === undefined
            ? 'The shares must add up to 100 %'
            : `Total ${sum} %${sum === 100 ? '' : ', must be 100 %'}`}
        </p>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
