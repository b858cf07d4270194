import { companyName } from '@courierdesk/contract/companies';
import { Select, type ComboboxItem } from '@mantine/core';
import { accountOptions } from '../../../parts/shipments/account-options.ts';
import styles from './account-field.module.css';
import type { BookingFormState } from '../form-state/use-booking-form.ts';

/** Chooses a courier account. Accounts that cannot book yet are listed with what they lack. */
export function AccountField({ booking }: { booking: BookingFormState }) {
  const { accounts, form } = booking;
  const field = form.field('tracking_account');
  const suggested = booking.order.suggested_account;
  return (
    <Select
      {...field}
      label="Courier account"
      placeholder="Choose an account"
      description={suggested?.account_id === form.values.tracking_account ? suggested.because : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={accountOptions(accounts)}
      value={form.values.tracking_account || null}
      onChange={(id) => id && booking.chooseAccount(id)}
      classNames={{ option: styles.row }}
      renderOption={({ option }) => <AccountOption option={option} booking={booking} />}
    />
  );
}

function AccountOption({ option, booking }: { option: ComboboxItem; booking: BookingFormState }) {
  const account = booking.accounts.find((one) => one.id === option.value);
  if (!account) return option.label;
  return (
    <span className={styles.option}>
      <span className={styles.line}>
        {account.name}
        <span className={styles.dim}>
          {companyName[account.company]}
          {account.is_default && ' · default'}
        </span>
      </span>
      {account.missing_to_book.length > 0 && (
        <span className={styles.reason}>Cannot book yet: {account.missing_to_book.join(', ')} missing</span>
      )}
    </span>
  );
}
