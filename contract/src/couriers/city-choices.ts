import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Company } from '../values/companies.ts';
import { Instant } from '../values/dates.ts';

/** More than that are not listed; the newest come first. */
export const maxListedChoices = 200;

/** A city that a person chose for a spelling. It is certain for the same spelling only while no other city of the courier is like it. */
export const CityChoice = z.object({
  /** In the form in which spellings are compared: lower case, without punctuation. */
  spelling: z.string(),
  company: Company,
  city: z.string(),
  /** People chose different cities for it, this one last: it is only proposed. */
  contradicted: z.boolean(),
  /** Empty for choices from before we kept it. */
  chosen_by: z.string(),
  chosen_at: Instant,
  /** Orders for which this city was chosen, one after the other. */
  times: z.number().int(),
});
export type CityChoice = z.infer<typeof CityChoice>;

export const getCityChoices = endpoint({
  name: 'getCityChoices',
  method: 'GET',
  path: '/city-choices',
  summary: `Cities that people chose for spellings of customers, newest first, at most ${maxListedChoices}.`,
  access: ['READ_SETTINGS'],
  reply: z.object({ data: z.array(CityChoice), total: z.number().int() }),
});

export const deleteCityChoice = endpoint({
  name: 'deleteCityChoice',
  method: 'DELETE',
  path: '/city-choices',
  summary: 'Forgets which city was chosen for a spelling.',
  access: ['WRITE_SETTINGS'],
  body: z.object({ company: Company, spelling: z.string().trim().min(1).max(200) }),
  reply: z.object({ message: z.string() }),
  errors: ['not-found'],
});
