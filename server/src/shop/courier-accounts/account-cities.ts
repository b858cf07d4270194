import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { cityListOf, matchCityOf } from './city-list.ts';
import { loadAccount } from './load-account.ts';
import { accountsOfCompany } from './queries.ts';
import { tcsCities } from './tcs-cities.ts';

/** Cities that an account books to, and how a customer's spelling matches them. */
export async function citiesOfAccount(context: Context, shopId: string, accountId: string, spelling = '') {
  const account = await withShop(context.db, shopId, (trx) => loadAccount(trx, shopId, accountId));
  if (!account) throw notFound('This account');
  const { matches, certain, remembered } = await matchCityOf(context, shopId, account, spelling);
  return {
    cities: await cityListOf(context, shopId, account),
    matches: [...matches],
    certain: certain ?? null,
    remembered: remembered ?? null,
  };
}

/** Valid names of a TCS shipper's city: from an account of the shop, or from the list that we ship. */
export async function citiesForTcsShipper(context: Context, shopId: string): Promise<{ id: string; name: string }[]> {
  const accounts = await withShop(context.db, shopId, (trx) => accountsOfCompany(trx, shopId, 'TCS'));
  for (const account of accounts) {
    try {
      const cities = await cityListOf(context, shopId, account);
      return namesOnly(cities.map((city) => city.name));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return namesOnly(tcsCities);
}

const namesOnly = (names: readonly string[]) => [...new Set(names)].map((name) => ({ id: name, name }));
