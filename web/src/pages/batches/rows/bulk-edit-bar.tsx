import type { BatchRow } from '@courierdesk/contract/batch';
import { BookingFields } from '@courierdesk/contract/booking';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { Button, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { usePhone } from '../../../lib/use-phone.ts';
import { accountOptions } from '../../../parts/shipments/account-options.ts';
import { showToast } from '../../../ui/toasts/toast.ts';
import { isEditable } from './batch-sections.ts';
import { changeOf } from './cell-values.ts';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import type { Changes } from '../edits/row-edits.ts';
import { sharedWarnings } from './shared-warnings.ts';
import styles from './bulk-edit-bar.module.css';

/** Sets account, weight and remarks for the selected orders, or for all without a selection. */
export function BulkEditBar(props: {
  rows: ReadonlyMap<string, BatchRow>;
  selected: ReadonlySet<string>;
  accounts: readonly AccountChoice[];
  onChange: (changes: Changes) => void;
  onClear: () => void;
}) {
  const { selected } = props;
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  const [account, setAccount] = useState('');
  const [weight, setWeight] = useState('');
  const [remarks, setRemarks] = useState('');
  const meant = [...props.rows.values()].filter(
    (row) => isEditable(row) && (selected.size === 0 || selected.has(row.id)),
  );
  if (selected.size === 0 && meant.length < 2) return null;

  if (phone && !open && selected.size === 0)
    return (
      <div>
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Set account, weight or remarks for all {meant.length}
        </Button>
      </div>
    );

  const set: BatchRowEdit = {
    ...(account && { tracking_account: account }),
    ...(weight.trim() && changeOf('weight', weight, [])),
    ...(remarks.trim() && changeOf('remarks', remarks, [])),
  };
  const nothing = Object.keys(set).length === 0;
  const weightProblem = weight.trim()
    ? BookingFields.shape.weight.safeParse(weight).error?.issues[0]?.message
    : undefined;
  const whom = selected.size > 0 ? `${meant.length} selected` : `all ${meant.length}`;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (nothing || meant.length === 0 || weightProblem) return;
    props.onChange(Object.fromEntries(meant.map((row) => [row.id, set])));
    setAccount('');
    setWeight('');
    setRemarks('');
    setOpen(false);
    props.onClear();
    showToast(`Set for ${whom}.`);
  };
  /** Ctrl+Enter sets what is entered here. Otherwise the key would book with the old values. */
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (nothing || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (!(event.target instanceof HTMLInputElement) || event.target.ariaExpanded === 'true') return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.requestSubmit();
  };
  const leaveOut = (): void => {
    props.onChange(Object.fromEntries(meant.map((row) => [row.id, { left_out: true }])));
    props.onClear();
  };

  return (
    <form
      className={styles.bar}
      aria-label={selected.size > 0 ? 'Set for the selected orders' : 'Set for all orders'}
      onSubmit={submit}
      onKeyDownCapture={onKeyDown}
    >
      <strong role="status" className={styles.whom}>
        {selected.size > 0 ? `${selected.size} selected` : 'For all'}
      </strong>
      <Select
        className={styles.account}
        aria-label="Courier account for these orders"
        placeholder="Courier account"
        size="xs"
        clearable
        allowDeselect
        data={accountOptions(props.accounts)}
        value={account || null}
        onChange={(id) => setAccount(id ?? '')}
      />
      <TextInput
        className={styles.weight}
        aria-label="Weight in grams for these orders"
        placeholder="Weight, g"
        size="xs"
        inputMode="decimal"
        value={weight}
        error={weightProblem}
        onChange={(event) => setWeight(event.currentTarget.value)}
      />
      <TextInput
        className={styles.remarks}
        aria-label="Remarks for these orders"
        placeholder="Remarks"
        size="xs"
        dir="auto"
        value={remarks}
        onChange={(event) => setRemarks(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" size="xs" disabled={nothing || meant.length === 0}>
        Set for {whom}
      </Button>
      {selected.size > 0 && (
        <>
          {sharedWarnings(meant).map(({ code, label, changes }) => (
            <Button key={code} variant="light" size="xs" onClick={() => props.onChange(changes)}>
              {label}
            </Button>
          ))}
          <Button variant="default" size="xs" disabled={meant.length === 0} onClick={leaveOut}>
            Leave out {meant.length}
          </Button>
          <Button variant="subtle" color="gray" size="xs" onClick={props.onClear}>
            Clear
          </Button>
        </>
      )}
    </form>
  );
}
