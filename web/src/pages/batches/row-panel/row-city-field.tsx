import type { BatchRow } from '@courierdesk/contract/batch';
import { companyName } from '@courierdesk/contract/companies';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { citiesQuery } from '../../../api/booking.ts';
import { CityField } from '../../../parts/shipments/city-field.tsx';
import { useRowSeen } from '../edits/use-row-seen.ts';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import { changeOf, changesNothing } from '../rows/cell-values.ts';
import { errorOfField } from '../rows/sheet-columns.ts';

/** The destination field, with the customer's spelling below it. */
export function RowCityField(props: {
  row: BatchRow;
  accounts: readonly AccountChoice[];
  readOnly: boolean;
  onChange: (row: BatchRow, change: BatchRowEdit) => void;
}) {
  const { row } = props;
  const { destination_city: chosen, tracking_account: accountId } = row.fields;
  const account = props.accounts.find((one) => one.id === accountId);
  const courier = account ? companyName[account.company] : '';
  const cities = useQuery({ ...citiesQuery(accountId, row.city), enabled: account !== undefined && !props.readOnly });
  const error = errorOfField(row, 'destination_city');
  const saysSpelling = row.city !== '' && error?.includes(`"${row.city}"`) === true;
  const known = cities.data?.cities.find(({ id }) => id === chosen);
  const [typing, setTyping] = useState(false);
  const seen = useRowSeen(row, typing, (one) => one.destination_name);
  const take = (change: BatchRowEdit): void => {
    setTyping(false);
    if (!changesNothing(seen, change)) props.onChange(seen, change);
  };
  return (
    <CityField
      label="City"
      description={
        saysSpelling ? undefined : row.city ? (
          <>
            The customer wrote <bdi>{row.city}</bdi>
          </>
        ) : (
          'The customer wrote no city.'
        )
      }
      placeholder={account ? `Search the cities of ${courier}` : 'Choose an account first'}
      readOnly={props.readOnly || !account}
      error={error}
      cities={cities}
      courier={courier}
      chosen={known ?? (chosen ? { id: chosen, name: row.destination_name } : undefined)}
      text={known?.name ?? row.destination_name}
      onType={() => setTyping(true)}
      onChoose={(city) => take({ destination_city: city.id, destination_name: city.name })}
      // The server may know what the text means: a spelling that the shop decided before.
      onLeave={(text) => take(changeOf('destination_city', text, []) ?? {})}
    />
  );
}
