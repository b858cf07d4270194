import { nextNight } from '../../shop/shops/next-night.ts';
import type { Work } from '../../base/jobs/run-job.ts';
import { eraseOldCustomers } from './erase-old-customers.ts';

export const oldCustomerWork: Work = {
  kind: 'old-customers',
  atOnce: 2,
  atOncePerShop: 1,
  run: eraseOldCustomers,
  needed: (trx) =>
    trx
      .selectFrom('shop_setting')
      .innerJoin('shop', 'shop.id', 'shop_setting.shop_id')
      .select(['shop.id as shopId', nextNight(new Date()).as('at')])
      .where('keep_customers_years', 'is not', null)
      .execute(),
};
