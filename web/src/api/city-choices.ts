import { deleteCityChoice, getCityChoices, type CityChoice } from '@courierdesk/contract/city-choices';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const cityChoicesQuery = queryOptions({
  queryKey: ['city-choices'],
  queryFn: ({ signal }) => call(getCityChoices, { signal }),
});

/** Returns the server's sentence about it. */
export async function forgetCityChoice({ company, spelling }: CityChoice): Promise<string> {
  const { message } = await call(deleteCityChoice, { body: { company, spelling } });
  await queryClient.invalidateQueries({ queryKey: cityChoicesQuery.queryKey });
  return message;
}
