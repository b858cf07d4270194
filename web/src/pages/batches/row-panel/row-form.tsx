import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { Select, Switch } from '@mantine/core';
import { accountOptions } from '../../../parts/shipments/account-options.ts';
import { customerEmailHint } from '../../../parts/shipments/customer-email-hint.ts';
import { useEnterMovesOn } from '../../../ui/forms/use-enter-moves-on.ts';
import { isEditable } from '../rows/batch-sections.ts';
import type { RowActions } from '../rows/row-actions.ts';
import { RowCityField } from './row-city-field.tsx';
import { RowField } from './row-field.tsx';
import { errorOfField } from '../rows/sheet-columns.ts';
import styles from './row-form.module.css';
import { minimumText, weightSourceText } from '../rows/weight-source-text.ts';

/** All booking fields of a row: on phones, and beside the sheet. */
export function RowForm(props: {
  row: BatchRow;
  accounts: readonly AccountChoice[];
  emailsTrackingLink: boolean;
  actions: RowActions;
}) {
  const { row, accounts, actions } = props;
  const form = useEnterMovesOn();
  const readOnly = !isEditable(row);
  const shared = { row, readOnly, onChange: actions.change };
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={`Booking of ${row.order_name}`}
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      <RowField {...shared} field="consignee_name" label="Consignee name" />
      <RowField {...shared} field="consignee_phone" label="Phone" inputMode="tel" />
      <Select
        label="Courier account"
        description={row.account_because || undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        readOnly={readOnly}
        placeholder="Choose an account"
        data={accountOptions(accounts)}
        error={errorOfField(row, 'tracking_account')}
        data-autofocus={errorOfField(row, 'tracking_account') !== undefined || undefined}
        value={row.fields.tracking_account || null}
        onChange={(id) => id && actions.change(row, { tracking_account: id })}
      />
      <RowCityField {...shared} accounts={accounts} />
      <div className={styles.wide}>
        <RowField {...shared} field="consignee_address" label="Consignee address" long />
      </div>
      <div className={styles.numbers}>
        <RowField {...shared} field="cod_amount" label="COD (Rs)" inputMode="decimal" />
        <RowField
          {...shared}
          field="weight"
          label="Weight (g)"
          inputMode="decimal"
          description={[row.weight_source && weightSourceText[row.weight_source].long, minimumText(row, accounts)?.long]
            .filter(Boolean)
            .join('. ')}
        />
        <RowField {...shared} field="pieces" label="Pieces" inputMode="decimal" />
      </div>
      <div className={styles.wide}>
        <RowField {...shared} field="remarks" label="Remarks (optional)" long />
      </div>
      <div className={styles.wide}>
        <RowField {...shared} field="products_list" label="Products list" long />
      </div>
      <RowField {...shared} field="consignee_phone2" label="Phone 2 (optional)" inputMode="tel" />
      <RowField {...shared} field="consignee_phone3" label="Phone 3 (optional)" inputMode="tel" />
      <RowField {...shared} field="consignee_email" label="Email (optional)" inputMode="email" />
      <Switch
        className={styles.wide}
        label="Email the customer"
        description={customerEmailHint(props.emailsTrackingLink)}
        disabled={readOnly}
        checked={row.fields.notify_customer}
        onChange={(event) => actions.change(row, { notify_customer: event.currentTarget.checked })}
      />
    </form>
  );
}
