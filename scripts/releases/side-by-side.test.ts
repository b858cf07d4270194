import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { companies } from '@courierdesk/contract/companies';
import { expect, test } from 'vitest';
import { aBrowser } from '../../server/src/testing/browser.ts';
import { emptyDatabase } from '../../server/src/testing/database.ts';
import { openForm, sendBooking } from '../proof/book-through-api.ts';
import { placeOrders } from '../proof/place-orders.ts';
import { smallPlan } from '../proof/proof-plan.ts';
import { checkOrders } from '../proof/check-orders.ts';
import { readFinalState } from '../proof/final-state.ts';
import { waitUntilSettled } from '../proof/wait-until-settled.ts';
import { createAccounts, type InstalledShop } from '../isolated-stack/install-shop.ts';
import { withIsolatedStack, type IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { runProgram } from '../stack/program.ts';
import { migrateTo } from './load-release.ts';
import { releasedCode } from './released-code.ts';
import { releases } from './release.ts';

const { version } = releases().at(-1) ?? { version: '' };

test(`${version} goes on beside this version while the database is migrated, and both book each order once`, async ({
  skip,
}) => {
  const code = releasedCode(version);
  if (typeof code === 'string') {
    console.log(`Not tested beside this version: ${code}`);
    return skip(code);
  }
  const database = await emptyDatabase();
  const { url: loginUrl, adminUrl } = database;
  const { PATH, HOME } = process.env;
  try {
    await runProgram({
      ...{ name: 'migrate', script: [path.join(code.folder, 'scripts/migrate.ts')] },
      ...{ folder: code.folder, logFolder: code.folder },
      env: { PATH, HOME, DATABASE_URL: loginUrl, DATABASE_ADMIN_URL: adminUrl },
    });
    await withIsolatedStack({ database: { loginUrl, adminUrl }, code: code.folder }, async (old) => {
      const shop = await installOverHttp(old);
      const orders = await placeOrders(old, shop, 16);

      const early = bookAll(old, shop, orders.slice(0, 8));
      await migrateTo(database);
      const { url } = await old.startAnotherServer();
      await expect.poll(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status).toBe(200);
      const answers = await early;
      expect(answers.filter(({ kind }) => kind !== 'booked')).toEqual([]);
      expect(answers).toHaveLength(8);

      // Two people press the button of the same orders at once, each in another version.
      const both = await Promise.all([
        bookAll(old, shop, orders.slice(8)),
        bookAll({ ...old, url }, shop, orders.slice(8)),
      ]);
      for (const [index, { name }] of orders.slice(8).entries()) {
        const kinds = both.map((one) => one[index]?.kind).toSorted();
        expect([name, kinds]).toEqual([name, ['booked', expect.toBeOneOf(['held', 'not booked'])]]);
      }

      await old.servers[0].program().stop();
      await waitUntilSettled(old, smallPlan);
      const { violations, ends } = checkOrders(orders, [], await readFinalState(old));
      expect(violations).toEqual([]);
      expect([...ends.values()]).toEqual(Array(orders.length).fill('booked and fulfilled'));
      expect(old.serverErrors()).toEqual([]);
    });
  } finally {
    await database.drop();
    code.remove();
  }
}, 240_000);

/** As its owner does it, because the code of this version may not fit the database yet. */
async function installOverHttp(stack: IsolatedStack): Promise<InstalledShop> {
  const domain = 'upgraded-store.myshopify.com';
  const links = Object(await stack.control(`links?shop=${domain}&ids=`));
  const browser = aBrowser();
  const consent = await browser.open(String(links.launch));
  const login = await browser.approve(await browser.approve(consent));
  const token = (await browser.exchange(login)).body.auth_token ?? '';
  return { shopId: '', domain, tokens: [token], accounts: await createAccounts(stack, token) };
}

/** Four at once, as from four tabs. */
async function bookAll(stack: IsolatedStack, shop: InstalledShop, orders: Awaited<ReturnType<typeof placeOrders>>) {
  const [token = ''] = shop.tokens;
  const outcomes: Awaited<ReturnType<typeof sendBooking>>[] = [];
  const tab = async (first: number): Promise<void> => {
    for (let index = first; index < orders.length; index += 4) {
      const order = orders[index];
      const company = companies[index % companies.length];
      if (!order || !company) continue;
      const opened = await openForm(stack, shop, token, order, company);
      outcomes[index] = 'form' in opened ? await sendBooking(stack, token, opened.form, randomUUID()) : opened;
    }
  };
  await Promise.all([0, 1, 2, 3].map(tab));
  return outcomes;
}
