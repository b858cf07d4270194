import { maxBookingRules, type BookingRules, type RuleWarning } from '@courierdesk/contract/booking-rules';
import { companyName } from '@courierdesk/contract/companies';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { formatRupees } from '@courierdesk/contract/money';
import { Button, Select } from '@mantine/core';
import { IconPlus, IconRoute } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { accountsQuery } from '../../api/accounts.ts';
import { bookingRulesQuery } from '../../api/booking-rules.ts';
import { hasCode, messageOf } from '../../lib/failures.ts';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { SettingsFrame } from '../../parts/settings/settings-frame.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SaveBar } from '../../ui/forms/save-bar.tsx';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import styles from './courier-rules.module.css';
import { RuleCard } from './rule-card.tsx';
import { exampleRule } from './rule-values.ts';
import { useRulesForm } from './use-rules-form.ts';

/** Rules that choose the courier account of an order. */
export function CourierRulesPage() {
  const { data, warnings } = useSuspenseQuery(bookingRulesQuery).data;
  const accounts = useQuery(accountsQuery);
  return (
    <SettingsFrame title="Courier rules" help="settings#courier-rules">
      {accounts.data ? (
        <RulesForm saved={data} warnings={warnings} accounts={accounts.data.accounts} />
      ) : accounts.isError ? (
        <ErrorState query={accounts} />
      ) : (
        <div aria-busy />
      )}
    </SettingsFrame>
  );
}

function RulesForm(props: {
  saved: BookingRules;
  warnings: readonly z.output<typeof RuleWarning>[];
  accounts: readonly AccountChoice[];
}) {
  const { accounts } = props;
  const form = useRulesForm(props.saved);
  const canWrite = useHasAccess(['WRITE_SETTINGS']);
  const { rules, fallback } = form.values;
  const usual = accounts.find((account) => account.is_default) ?? accounts[0];
  const another = accounts.find((account) => account !== usual && !account.in_active);
  const warningOf = (index: number | null): string | undefined =>
    form.dirty ? undefined : props.warnings.find((warning) => warning.index === index)?.msg;
  const fallbackWarning = warningOf(null);
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} />}
      disabled={rules.length >= maxBookingRules}
      onClick={() => form.add(usual?.id ?? '')}
    >
      Add a rule
    </Button>
  );
  const otherwise = (
    <div className={styles.card}>
      <Select
        label="Otherwise use"
        classNames={{ root: styles.otherwise, label: styles.otherwiseLabel }}
        readOnly={!canWrite}
        data={[
          { value: '', label: 'The default account of the shop' },
          ...accounts.map((account) => ({
            value: account.id,
            label: `${account.name} · ${companyName[account.company]}${account.in_active ? ' (inactive)' : ''}`,
          })),
        ]}
        value={fallback}
        onChange={(id) => form.setFallback(id ?? '')}
      />
      {fallbackWarning && (
        <div className={styles.warning}>
          <Notice tone="warning">{fallbackWarning}</Notice>
        </div>
      )}
    </div>
  );
  return (
    <form onSubmit={form.submit} noValidate aria-label="Courier rules" className={styles.form}>
      <p className={styles.about}>
        Each order gets the courier account of the first rule it matches, on the booking form and in batches. You can
        always choose another account there.
      </p>
      {rules.length === 0 ? (
        <>
          <EmptyState
            icon={<IconRoute size={28} stroke={1.5} />}
            title="No rule yet"
            action={
              canWrite && (
                <>
                  {add}
                  {another && (
                    <Button variant="default" onClick={() => form.add(another.id, exampleRule)}>
                      Use the example
                    </Button>
                  )}
                </>
              )
            }
          >
            <p>Every order starts with the account below.</p>
            {another && (
              <p>
                An example: COD orders from {formatRupees(Number(exampleRule.value_from))} go with{' '}
                <bdi>{another.name}</bdi>.
              </p>
            )}
          </EmptyState>
          {otherwise}
        </>
      ) : (
        <ol className={styles.rules} aria-label="Rules, first to last, and what is used otherwise">
          {rules.map((rule, index) => (
            <li key={rule.key}>
              <RuleCard
                rule={rule}
                index={index}
                count={rules.length}
                accounts={accounts}
                form={form}
                warning={warningOf(index)}
                canWrite={canWrite}
              />
            </li>
          ))}
          <li>{otherwise}</li>
        </ol>
      )}
      {rules.length > 0 && canWrite && <div>{add}</div>}
      {!canWrite && <Notice tone="info">You can view the rules. {missingPermission(['WRITE_SETTINGS'])}</Notice>}
      {form.failure !== undefined && (
        <Notice
          tone="error"
          live
          action={
            hasCode(form.failure, 'conflict') && (
              <Button variant="default" size="compact-sm" onClick={() => void form.loadTheirVersion()}>
                Load their version
              </Button>
            )
          }
        >
          {messageOf(form.failure)}
        </Notice>
      )}
      <SaveBar shown={form.dirty} saving={form.saving} onDiscard={form.discard} />
      <UnsavedGuard dirty={() => form.dirty} />
    </form>
  );
}
