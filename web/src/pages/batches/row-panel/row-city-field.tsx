import type { BatchRow } from '@courierdesk/contract/batch';
import { companyName } from '@courierdesk/contract/companies';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { Loader, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { citiesQuery } from '../../../api/booking.ts';
import { cityOptions, filterCities } from '../../../shipments/city-options.ts';
import type { RowChange } from '../edits/row-edits.ts';
import { changeOf } from '../rows/cell-values.ts';
import { errorOfField } from '../rows/sheet-columns.ts';

/** The destination field, with the customer's spelling below it. */
export function RowCityField(props: {
  row: BatchRow;
  accounts: readonly AccountChoice[];
  readOnly: boolean;
  onChange: (change: RowChange) => void;
}) {
  const { row } = props;
  const { destination_city: chosen, tracking_account: accountId } = row.fields;
  const account = props.accounts.find((one) => one.id === accountId);
  const cities = useQuery({ ...citiesQuery(accountId, row.city), enabled: account !== undefined && !props.readOnly });
  const names = new Map(cities.data?.cities.map((city) => [city.id, city.name]));
  if (chosen) names.set(chosen, names.get(chosen) ?? row.destination_name);
  const chosenName = chosen ? (names.get(chosen) ?? '') : row.destination_name;
  /** A name without a choice counts too: the server finds the city, or says that it is unknown. */
  const takeTyped = (text: string): void => {
    const change = changeOf('destination_city', text, []);
    const isTyped = !['', chosenName, row.destination_name].some((name) => isSameText(name, text));
    if (change && isTyped) props.onChange(change);
  };
  const options = cityOptions(cities.data, account ? companyName[account.company] : '');
  // A name that the server has not read yet is on no list.
  const unlisted = chosen !== '' && !cities.data?.cities.some((city) => city.id === chosen);
  return (
    <Select
      label="City"
      description={
        row.city ? (
          <>
            The customer wrote <bdi>{row.city}</bdi>
          </>
        ) : (
          'The customer wrote no city.'
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={account ? `Search the cities of ${companyName[account.company]}` : 'Choose an account first'}
      searchable
      readOnly={props.readOnly || !account}
      data={unlisted ? [{ value: chosen, label: row.destination_name }, ...options] : options}
      filter={filterCities(row.destination_name)}
      limit={60}
      nothingFoundMessage={cities.isPending ? 'Loading cities…' : 'No city with this name'}
      rightSection={cities.isFetching ? <Loader size={14} role="img" aria-label="Loading cities" /> : undefined}
      error={cities.isError ? 'City fetching failed' : errorOfField(row, 'destination_city')}
      value={chosen || null}
      onChange={(id) => id && props.onChange({ destination_city: id, destination_name: names.get(id) ?? id })}
      onBlur={(event) => takeTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}

const isSameText = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();
