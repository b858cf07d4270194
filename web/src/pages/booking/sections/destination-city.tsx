import { companyName } from '@courierdesk/contract/companies';
import { Button } from '@mantine/core';
import { messageOf } from '../../../lib/failures.ts';
import { CityField } from '../../../parts/shipments/city-field.tsx';
import { percent } from '../../../parts/shipments/city-options.ts';
import styles from './destination-city.module.css';
import type { BookingFormState } from '../form-state/use-booking-form.ts';

/** The destination: the customer's spelling, the best matches, and the courier's full list. */
export function DestinationCity({ booking }: { booking: BookingFormState }) {
  const { account, cities, destination, form } = booking;
  const { data } = cities;
  const spelling = form.values.city;
  const field = form.field('destination_city');
  const courier = account ? companyName[account.company] : '';
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
      <CityField
        id={field.id}
        name={field.name}
        label="Destination city"
        description={<CityCertainty booking={booking} />}
        placeholder={placeholder(booking, courier)}
        readOnly={!account}
        error={field.error}
        cities={cities}
        courier={courier}
        chosen={destination}
        text={destination?.name ?? form.values.destination_name}
        onType={booking.typeCity}
        onChoose={booking.chooseCity}
      />
      {cities.isError && !data && (
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
                onClick={() => booking.chooseCity(match)}
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
  if (!account) return null;
  if (!cities.data) return cities.isError ? null : 'Looking for the city…';
  const { certain, remembered } = cities.data;
  const { city: spelling, destination_account: decided } = form.values;
  if (!destination) {
    // The field's own problem says it better.
    const hasProblem = form.values.destination_name.trim() !== '' || form.field('destination_city').error !== undefined;
    const before = remembered && `You chose ${remembered.name} for “${spelling}” before.`;
    const words = [hasProblem ? undefined : 'Please choose the city.', before].filter(Boolean).join(' ');
    return words === '' ? null : <span className={styles.unsure}>{words}</span>;
  }
  if (!decided && remembered) return <>You chose this for “{spelling}” before.</>;
  if (!decided || certain?.id === destination.id) return <>Matches what the customer wrote.</>;
  return spelling ? <>Your choice. We remember it for “{spelling}” after booking.</> : <>Your choice.</>;
}

function placeholder({ account, cities }: BookingFormState, courier: string): string {
  if (!account) return 'Choose a courier account first';
  return cities.isPending ? `Loading the cities of ${courier}…` : `Search the cities of ${courier}`;
}

function reasonOf(error: unknown): string {
  const reason = messageOf(error);
  return reason === 'City fetching failed' ? 'We kept what you typed.' : reason;
}
