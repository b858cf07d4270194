import type { Page } from '@playwright/test';
import { bookButton, openBooking } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { tokenOf } from './people.ts';
import { expect, test } from './test.ts';

async function openPlans(page: Page): Promise<void> {
  await page.goto('/dashboard/plans');
  await expect(page.getByRole('heading', { name: 'Pricing & plans', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Your plan: / })).toBeVisible();
}

const card = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Plans' }).getByRole('listitem', { name: title });

const status = (page: Page) => page.getByRole('dialog', { name: 'Subscription status' });

/** Ends on Shopify's approval page. */
async function choose(page: Page, title: string, ticks: readonly string[] = []): Promise<void> {
  await card(page, title)
    .getByRole('button', { name: `Choose ${title}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  for (const tick of ticks) await dialog.getByRole('checkbox', { name: tick }).check();
  await dialog.getByRole('button', { name: 'Yes, continue to Shopify' }).click();
  await expect(page.getByRole('heading', { name: 'Approve subscription' })).toBeVisible();
}

test('the owner declines, subscribes monthly, changes to yearly, and cancels', async ({ newShop, sandbox }) => {
  test.slow();
  const { page, domain } = newShop;
  await openPlans(page);
  await expect(page.getByRole('heading', { name: 'Your plan: FREE' })).toBeVisible();
  await expect(page.getByText('0 of 5,000 bookings this month')).toBeVisible();
  await expect(page.getByText('0.00 %')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeDisabled();
  await expect(card(page, 'Basic')).toContainText('$0');
  await expect(card(page, 'Basic')).toContainText('Your current plan');
  await expect(card(page, 'Basic')).toContainText('Not included: Order tags in the store');
  await expect(card(page, 'Basic').getByRole('button')).toHaveCount(0);
  await expect(card(page, 'Monthly')).toContainText('Recommended');
  await expect(card(page, 'Monthly')).toContainText('$10per month');
  await expect(card(page, 'Yearly')).toContainText('Mostly used');
  await expect(card(page, 'Yearly')).toContainText('$99.99per year');
  await expectAccessible(page);

  await card(page, 'Monthly').getByRole('button', { name: 'Choose Monthly' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await choose(page, 'Monthly');
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('You declined the subscription.')).toBeVisible();
  await openPlans(page);
  await expect(page.getByRole('heading', { name: 'Your plan: FREE' })).toBeVisible();

  await choose(page, 'Monthly', ['Activate all user accounts', 'Activate all tracking accounts']);
  await expect(page.getByText('USD 10.00 every 30 days')).toBeVisible();
  await expect(page.getByText('This is a test charge')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(/\/dashboard\/plans\?success=true$/);
  await expect(status(page)).toContainText('Your shop is on the Monthly plan now.');
  await expectAccessible(page);
  await status(page).getByRole('button', { name: 'Okay' }).click();
  await expect(page).toHaveURL(/\/dashboard\/plans$/);
  await expect(page.getByText(/Renews on .* Subscribed by/)).toBeVisible();
  await expect(card(page, 'Monthly')).toContainText('Your current plan');
  await expect(card(page, 'Monthly').getByRole('button')).toHaveCount(0);

  // The plan may have started between the answer of Shopify and this page.
  await page.goto('/dashboard/plans?success=pending&plan=MONTHLY');
  await expect(status(page)).toContainText('Your shop is on the Monthly plan now.');
  await page.goto('/dashboard/plans?success=pending&plan=YEARLY');
  await expect(status(page)).toContainText('Shopify has not confirmed your plan yet.');
  await status(page).getByRole('button', { name: 'Okay' }).click();
  await expect(page).toHaveURL(/\/dashboard\/plans$/);

  await choose(page, 'Yearly');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(status(page)).toContainText('Your shop is on the Yearly plan now.');
  await status(page).getByRole('button', { name: 'Okay' }).click();

  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const cancelling = page.getByRole('dialog', { name: 'Cancel the Yearly plan?' });
  await expect(cancelling).toContainText('All user accounts except the Admin');
  await expect(cancelling.getByRole('button', { name: 'No, keep the plan' })).toBeFocused();
  await expectAccessible(page);
  await cancelling.getByRole('button', { name: 'Yes, cancel subscription' }).click();
  await expect(page.getByText('Subscription cancelled', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your plan: FREE' })).toBeVisible();
  // The sandbox gives all new stores the same owner's address. The subject names the store.
  const mails = async () => (await sandbox.mailsTo('owner@shop.store')).map(({ subject }) => subject.toLowerCase());
  const store = domain.replace('.myshopify.com', '').replace('-', ' ');
  await expect.poll(mails).toContain(`${store} is on the free plan now`);
});

test('the address of a return shows what is true, not what it says', async ({ newShop: { page } }) => {
  await page.goto('/dashboard/plans?success=true');
  await expect(status(page)).toContainText('Shopify has not confirmed your plan yet.');
  await page.goto('/dashboard/plans?success=false');
  await expect(status(page)).toContainText('Something went wrong. Please try again later');
  await status(page).getByRole('button', { name: 'Okay' }).click();
  await expect(page).toHaveURL(/\/dashboard\/plans$/);
});

test('a frozen plan says why and what to do, and resumes', async ({ newShop, sandbox, database, browserErrors }) => {
  const { page, domain } = newShop;
  await openPlans(page);
  await choose(page, 'Monthly');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(status(page)).toContainText('Monthly plan now');
  await sandbox.changeSubscription(domain, 'freeze');
  await expect(async () => {
    await openPlans(page);
    await expect(page.getByText('Shopify has paused your Monthly plan')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'Your plan: Monthly (paused)' })).toBeVisible();
  await expect(card(page, 'Monthly')).toContainText(
    'Your current plan, paused. It resumes when your Shopify bill is paid.',
  );
  await expect(card(page, 'Basic')).toContainText('Its limits apply while your plan is paused.');
  await expect(card(page, 'Basic')).not.toContainText('Your current plan');
  await expect(card(page, 'Monthly').getByRole('button')).toHaveCount(0);
  await page.goto('/dashboard/settings');
  const tags = page.getByRole('region', { name: 'Order tags' });
  await expect(tags).toContainText('Shopify has paused the Monthly plan because of an unpaid Shopify bill.');
  await expect(tags).not.toContainText('work only with the Monthly or Yearly plan');

  await test.step('a booking over the limit of FREE says that the paused plan resumes, not to choose a plan', async () => {
    browserErrors.expect(/403 .*book-order/);
    await page.request.post('/api/v1/create-account', {
      headers: { authorization: `Bearer ${tokenOf(await page.context().storageState())}` },
      data: {
        ...{ company: 'POSTEX', account_name: 'PostEx main', weight: 500, address_code: '001' },
        token: 'ZGVtby1wb3N0ZXgtdG9rZW46Y291cmllcmRlc2s',
      },
    });
    await database.leaveBookings(domain, 0);
    await openBooking(page, await sandbox.addOrder({ shop: domain }));
    await bookButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Plan limit reached' });
    await expect(dialog).toContainText('Shopify has paused the Monthly plan because of an unpaid Shopify bill.');
    await expect(dialog).toContainText(
      'Nothing was booked or saved. Your plan resumes when your Shopify bill is paid.',
    );
    await expect(dialog).not.toContainText('have no limits');
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Okay' }).click();
    await expect(page.getByRole('heading', { name: 'Your plan: Monthly (paused)' })).toBeVisible();
  });

  await sandbox.changeSubscription(domain, 'unfreeze');
  await expect(async () => {
    await openPlans(page);
    await expect(page.getByRole('heading', { name: 'Your plan: Monthly' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('while Shopify does not respond, nothing changes and the dialogs say so', async ({
  newShop,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/422 .*(subscribe|cancel-subscription)/);
  const { page } = newShop;
  await openPlans(page);
  await choose(page, 'Monthly');
  await page.getByRole('button', { name: 'Approve' }).click();
  await status(page).getByRole('button', { name: 'Okay' }).click();
  await sandbox.addFaults({ target: 'shopify', kind: 'error500' });
  await card(page, 'Yearly').getByRole('button', { name: 'Choose Yearly' }).click();
  const asking = page.getByRole('dialog', { name: 'Are you sure?' });
  await asking.getByRole('checkbox', { name: 'Activate all user accounts' }).check();
  await asking.getByRole('button', { name: 'Yes, continue to Shopify' }).click();
  await expect(asking.getByRole('alert')).toContainText('The store is not responding.');
  await expect(asking.getByRole('checkbox', { name: 'Activate all user accounts' })).toBeChecked();
  await asking.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('button', { name: 'Yes, cancel subscription' }).click();
  const cancelling = page.getByRole('dialog', { name: 'Cancel the Monthly plan?' });
  await expect(cancelling.getByRole('alert')).toContainText('Something went wrong.');
  await page.getByRole('button', { name: 'No, keep the plan' }).click();
  await expect(page.getByRole('heading', { name: 'Your plan: Monthly' })).toBeVisible();
});

test('what the free plan lacks leads the owner to the plans', async ({ newShop: { page } }) => {
  for (const address of ['/dashboard/settings', '/dashboard/profile', '/dashboard/orders']) {
    await page.goto(address);
    await page.getByRole('link', { name: 'See the plans' }).first().click();
    await expect(page.getByRole('heading', { name: 'Pricing & plans', level: 1 })).toBeVisible();
  }
});
