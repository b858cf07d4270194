import { companyName } from '@courierdesk/contract/companies';
import { Button, Loader, Select, type ComboboxItem } from '@mantine/core';
import { messageOf } from '../../../lib/failures.ts';
import { cityOptions, filterCities, percent } from '../../../shipments/city-options.ts';
import styles from './city-field.module.css';
import type { BookingFormState } from '../form-state/use-booking-form.ts';

/** The destination: the customer's spelling, the best matches, and the courier's full list. */
export function CityField({ booking }: { booking: BookingFormState }) {
  const { account, cities, destination, form } = booking;
  const { data } = cities;
  const spelling = form.values.city;
  const field = form.field('destination_city');
  const courier = account ? companyName[account.company] : '';
  const names = new Map(data?.cities.map((city) => [city.id, city.name]));
  const choose = (id: string | null): void => {
    if (id) booking.chooseCity(id, names.get(id) ?? id);
  };
  return (
    <div className={styles.city}>
      <p className={styles.written}>
        {spelling ? (
          <>
            The customer wrote <bdi className={styles.spelling}>{spelling}</bdi>
          </>
        ) : (
          'The customer wrote no city.'
        )}
      </p>
      <Select
        label="Destination city"
        description={<CityCertainty booking={booking} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={placeholder(booking, courier)}
        searchable
        readOnly={!account}
        data={cityOptions(data, courier)}
        filter={filterCities(destination?.name)}
        limit={80}
        maxDropdownHeight={320}
        nothingFoundMessage={data ? `${courier} has no city with this name` : 'No cities to choose from yet'}
        renderOption={({ option }) => <CityOption option={option} data={data} />}
        rightSection={cities.isFetching ? <Loader size={14} role="img" aria-label="Loading cities" /> : undefined}
        id={field.id}
        name={field.name}
        error={cities.isError ? 'City fetching failed' : field.error}
        value={destination?.id ?? null}
        onChange={choose}
        onFocus={(event) => event.currentTarget.select()}
      />
      {cities.isError && (
        <div className={styles.failed} role="alert">
          <span>{reasonOf(cities.error)}</span>
          <Button variant="default" size="compact-sm" loading={cities.isFetching} onClick={() => void cities.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data && data.matches.length > 0 && (!data.certain || destination?.id !== data.certain.id) && (
        <ul className={styles.matches} aria-label="Best matches">
          {data.matches.slice(0, 4).map((match) => (
            <li key={match.id}>
              <Button
                variant={match.id === destination?.id ? 'light' : 'default'}
                size="compact-sm"
                aria-pressed={match.id === destination?.id}
                onClick={() => choose(match.id)}
              >
                {match.name}
                <span className={styles.certainty}>{percent(match.certainty)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How certain the destination is, and why. */
function CityCertainty({ booking }: { booking: BookingFormState }) {
  const { account, cities, destination, form } = booking;
  if (!account || !cities.data) return null;
  const { certain, remembered } = cities.data;
  const { city: spelling, destination_city: chosen } = form.values;
  if (!destination)
    return (
      <span className={styles.unsure}>
        Please choose the city.{remembered && ` You chose ${remembered.name} for “${spelling}” before.`}
      </span>
    );
  if (!chosen && remembered) return <>You chose this for “{spelling}” before.</>;
  if (!chosen || certain?.id === destination.id) return <>Matches what the customer wrote.</>;
  return spelling ? <>Your choice. We remember it for “{spelling}” after booking.</> : <>Your choice.</>;
}

function CityOption({ option, data }: { option: ComboboxItem; data: BookingFormState['cities']['data'] }) {
  const match = data?.matches.find((one) => one.id === option.value);
  const remembered = data?.remembered?.id === option.value;
  return (
    <span className={styles.option}>
      {option.label}
      {match && <span className={styles.certainty}>{remembered ? 'chosen before' : percent(match.certainty)}</span>}
    </span>
  );
}

const placeholder = ({ account, cities }: BookingFormState, courier: string): string => {
  if (!account) return 'Choose a courier account first';
  return cities.isPending ? `Loading the cities of ${courier}…` : `Search the cities of ${courier}`;
};

const reasonOf = (error: unknown): string => {
  const reason = messageOf(error);
  return reason === 'City fetching failed' ? 'We kept what you typed.' : reason;
};
