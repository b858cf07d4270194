import { companyName } from '@courierdesk/contract/companies';
import { Loader, Select, type ComboboxItem } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { citiesQuery } from '../../../api/booking.ts';
import { cityOptions, cityTaken, filterCities, percent } from '../../../parts/shipments/city-options.ts';
import type { CellEditorProps } from './cell-editor-props.ts';
import { changeOf } from '../rows/cell-values.ts';
import styles from './sheet.module.css';
import { useListEditor } from './use-list-editor.ts';

/** Chooses a city of the row's courier: best matches first, then the full list, with search. */
export function CityEditor(props: CellEditorProps & { /** The row's account now. */ accountId: string }) {
  const { row, accounts, accountId, column } = props;
  const account = accounts.find((one) => one.id === accountId);
  const courier = account ? companyName[account.company] : '';
  const cities = useQuery({ ...citiesQuery(accountId, row.city), enabled: account !== undefined });
  const [search, setSearch] = useState(props.typed ?? row.destination_name);
  const chosen = row.fields.destination_city;
  const input = useRef<HTMLInputElement>(null);
  const names = new Map(cities.data?.cities.map((city) => [city.id, city.name]));
  const typed = search.trim() !== '' && search !== row.destination_name;
  const change = changeOf('destination_city', search, accounts);
  const meant = cityTaken(search, cities.data);
  const onKey = meant ? { destination_city: meant.id, destination_name: meant.name } : change;
  // Of several matches none is taken: the row asks.
  const leaving = useListEditor(input, props, typed ? { change, onKey } : undefined);

  useEffect(() => {
    input.current?.focus();
    if (props.typed === undefined) input.current?.select();
  }, [props.typed]);

  return (
    <Select
      ref={input}
      aria-label={`${column.title} of ${row.order_name}`}
      className={styles.listEditor}
      classNames={{ input: styles.editor }}
      searchable
      defaultDropdownOpened
      data={cityOptions(cities.data, courier)}
      filter={filterCities(chosen || props.typed === undefined ? row.destination_name : undefined)}
      limit={60}
      maxDropdownHeight={300}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      nothingFoundMessage={nothingFound(account !== undefined, cities, courier)}
      placeholder={account ? `Search the cities of ${courier}` : 'Choose an account first'}
      renderOption={({ option }) => (
        <CityOption option={option} certainty={certaintyOf(option, cities.data?.matches)} />
      )}
      rightSection={cities.isFetching ? <Loader size={14} role="img" aria-label="Loading cities" /> : <></>}
      defaultValue={chosen || null}
      searchValue={search}
      onSearchChange={setSearch}
      onOptionSubmit={(id) => leaving.take({ destination_city: id, destination_name: names.get(id) ?? id })}
      onKeyDown={leaving.onKeyDown}
      onBlur={leaving.onBlur}
    />
  );
}

const certaintyOf = (
  option: ComboboxItem,
  matches: readonly { id: string; certainty: number }[] | undefined,
): number | undefined => matches?.find((match) => match.id === option.value)?.certainty;

const CityOption = ({ option, certainty }: { option: ComboboxItem; certainty: number | undefined }) => (
  <span className={styles.option}>
    {option.label}
    {certainty !== undefined && <span className="dim">{percent(certainty)}</span>}
  </span>
);

function nothingFound(account: boolean, cities: { isError: boolean; isPending: boolean }, courier: string): string {
  if (!account) return 'Choose a courier account first';
  if (cities.isError) return 'City fetching failed. Close this and open it again to retry.';
  return cities.isPending ? `Loading the cities of ${courier}…` : `${courier} has no city with this name`;
}
