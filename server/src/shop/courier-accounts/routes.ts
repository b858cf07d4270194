import {
  createAccount,
  getAccounts,
  getAccountsTable,
  getActiveAccounts,
  getCities,
  getEditAccount,
  getTcsCities,
  updateAccount,
  verifyAccount,
} from '@courierdesk/contract/courier-accounts';
import { getCourierHealth } from '@courierdesk/contract/courier-health';
import { paginationOf } from '@courierdesk/contract/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { route } from '../../base/http/route.ts';
import { deleteCityChoice, getCityChoices } from '@courierdesk/contract/city-choices';
import { cityChoices, deleteCityChoice as forgetCityChoice } from './city-choices.ts';
import { citiesForTcsShipper, citiesOfAccount } from './account-cities.ts';
import { createCourierAccount } from './create-account.ts';
import { loadAccount } from './load-account.ts';
import { presentAccount, presentChoice } from './present.ts';
import { accountsByName, activeAccounts, failingCouriers } from './find-accounts.ts';
import { accountsPage } from './queries.ts';
import { refusedAccounts } from './refused-credentials.ts';
import { tryCredentials } from './try-credentials.ts';
import { updateCourierAccount } from './update-account.ts';

export function courierAccountRoutes(app: FastifyInstance, context: Context): void {
  route(app, getCityChoices, ({ actor }) => cityChoices(context, actor.shopId));

  route(app, deleteCityChoice, async ({ actor, body }) => ({
    message: await forgetCityChoice(context, actor, body),
  }));

  route(app, getAccountsTable, async ({ actor, query }) => {
    const page = await withShop(context.db, actor.shopId, (trx) =>
      pageOrLast(query, (asked) => accountsPage(trx, actor.shopId, asked)),
    );
    return { accounts: page.rows.map(presentAccount), pagination: paginationOf(query, page.total) };
  });

  route(app, getAccounts, async ({ actor }) => {
    const rows = await withShop(context.db, actor.shopId, (trx) => accountsByName(trx, actor.shopId));
    return { accounts: rows.map(presentChoice) };
  });

  route(app, getActiveAccounts, async ({ actor }) => {
    const rows = await withShop(context.db, actor.shopId, (trx) => activeAccounts(trx, actor.shopId));
    return { accounts: rows.map(presentChoice) };
  });

  route(app, getCourierHealth, ({ actor: { shopId } }) =>
    withShop(context.db, shopId, async (trx) => ({
      not_responding: await failingCouriers(trx, shopId, context.clock()),
      refused: await refusedAccounts(trx, shopId),
    })),
  );

  route(app, createAccount, async ({ actor, body }) => ({
    message: 'Account has been created' as const,
    account: presentAccount(await createCourierAccount(context, actor, body)),
  }));

  route(app, verifyAccount, async ({ actor, body }) => {
    const { message, choices } = await tryCredentials(context, actor, body);
    return { message, choices: Object.fromEntries(Object.entries(choices).map(([name, list]) => [name, [...list]])) };
  });

  route(app, getEditAccount, async ({ actor, params }) => {
    const account = await withShop(context.db, actor.shopId, (trx) => loadAccount(trx, actor.shopId, params.id));
    if (!account) throw notFound('This account');
    return { account: presentAccount(account) };
  });

  route(app, updateAccount, async ({ actor, body }) => ({
    message: 'Account updated' as const,
    account: presentAccount(await updateCourierAccount(context, actor, body)),
  }));

  route(app, getCities, ({ actor, params, query }) =>
    citiesOfAccount(context, actor.shopId, params.id, query.spelling),
  );

  route(app, getTcsCities, async ({ actor }) => ({ cities: await citiesForTcsShipper(context, actor.shopId) }));
}
