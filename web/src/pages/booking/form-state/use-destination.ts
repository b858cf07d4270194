import { companyName } from '@courierdesk/contract/companies';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { useQuery } from '@tanstack/react-query';
import { citiesQuery } from '../../../api/booking.ts';
import { unclearCity } from '../../../parts/shipments/city-options.ts';
import { destinationOf, type BookingValues } from './booking-values.ts';

/** The city that the form books to, out of those of the account's courier. */
export function useDestination(values: BookingValues, account: AccountChoice | undefined) {
  const cities = useQuery({ ...citiesQuery(values.tracking_account, values.city), enabled: account !== undefined });
  const destination = destinationOf(values, cities.data);
  /** The destination may be certain once the cities load: until then nothing is missing and booking waits. */
  const readingCities: boolean = destination === undefined && cities.isLoading;
  const isUnclear = !destination && !readingCities && values.destination_name.trim() !== '';
  return {
    cities,
    destination,
    readingCities,
    /** Why a typed city is not the destination. */
    cityProblem: account && isUnclear ? unclearCity(values.destination_name, companyName[account.company]) : undefined,
  };
}
