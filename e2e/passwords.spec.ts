import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { toast } from './booking-steps.ts';
import type { Database } from './database.ts';
import { expectAccessible } from './expect-accessible.ts';
import { fillInSignIn, owner, staff, startSession, type Person } from './people.ts';
import type { Sandbox } from './sandbox.ts';
import { expect, test } from './test.ts';

const next = 'violet harbour nine lamps';

test('a person who forgot the password creates a new one with the mailed link and signs in', async ({
  browser,
  page,
  database,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/40[01] /);
  const person = await aColleague(database);
  const elsewhere = await (await browser.newContext()).newPage();
  await startSession(elsewhere, person);

  await test.step('the dialog on the login page sends the email', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Account verification' });
    await dialog.getByRole('button', { name: 'Send email' }).click();
    await expect(dialog.getByText('Email is required')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Email').fill(person.email);
    await dialog.getByRole('button', { name: 'Send email' }).click();
    await expect(dialog.getByRole('status')).toContainText(`An email was sent to ${person.email}`);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  });

  const link = await resetLink(sandbox, person.email);
  await test.step('the link asks for the new password twice, and shows how strong it is', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Create new password' })).toBeVisible();
    await expect(page.getByText(`For ${person.email} at`)).toBeVisible();
    const create = page.getByRole('button', { name: 'Create password' });
    await create.click();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(page.getByText('Confirm the new password').last()).toBeVisible();
    const password = page.getByLabel('New password', { exact: true });
    const confirmed = page.getByLabel('Confirm the new password', { exact: true });
    await password.fill('Iloveyou123');
    await expect(page.getByText('Too easy to guess')).toBeVisible();
    await confirmed.fill('Iloveyou123');
    await create.click();
    await expect(page.getByText('This password is common or easy to guess')).toBeVisible();
    await password.fill(next);
    await expect(page.getByText('Very strong')).toBeVisible();
    await create.click();
    await expect(page.getByText('Password and confirm password must be same')).toBeVisible();
    await expectAccessible(page);
    await confirmed.fill(next);
    await create.click();
    await expect(page.getByText('Password has been changed')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });

  const signInForm = page.getByRole('form', { name: 'Sign in' });
  await expect(signInForm.getByLabel('Email')).toHaveValue(person.email);
  await signInForm.getByLabel('Password', { exact: true }).fill(next);
  await signInForm.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/dashboard/);
  await elsewhere.goto('/dashboard/profile');
  await expect(elsewhere, 'the other session has ended').toHaveURL(/\/login$/);
  await elsewhere.context().close();

  await test.step('the link does not work again, and the page offers a new one', async () => {
    await page.goto(link);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('This link was already used.');
    await expectAccessible(page);
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send email' }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText('An email was sent to');
  });
});

test('a link that is replaced by a newer one, is not complete or is made up says so', async ({
  page,
  database,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/400 /);
  const person = await aColleague(database);
  const older = await askForLink(page, sandbox, person.email, 1);
  const newer = await askForLink(page, sandbox, person.email, 2);
  await page.goto(older);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'This link no longer works: there is a newer link',
  );
  for (const address of ['/create-new-password', '/create-new-password?hash=nonsense&id=nonsense']) {
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('This link is not complete.');
    await expect(page.getByRole('button', { name: 'Send email' })).toBeVisible();
  }
  await page.goto(newer);
  await expect(page.getByRole('button', { name: 'Create password' })).toBeVisible();
});

test('a link that is used elsewhere while someone types says so, in place of the form', async ({
  page,
  request,
  database,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/400 /);
  const person = await aColleague(database);
  const link = await askForLink(page, sandbox, person.email, 1);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('Confirm the new password', { exact: true }).fill(next);
  const { searchParams } = new URL(link, 'http://localhost');
  const used = await request.post('/api/v1/password/reset-password', {
    params: { hash: searchParams.get('hash') ?? '' },
    data: { _id: searchParams.get('id'), password: 'seven brass kettles', confirm_password: 'seven brass kettles' },
  });
  expect(used.status()).toBe(200);
  await page.getByRole('button', { name: 'Create password' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This link was already used.');
  await expect(page.getByRole('button', { name: 'Send email' })).toBeVisible();
});

test('a person sees where they are signed in, and signs out there', async ({
  browser,
  page,
  database,
  browserErrors,
}) => {
  browserErrors.expect(/401 /);
  const person = await aColleague(database);
  const others = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  for (const one of [page, ...others]) await startSession(one, person);
  await page.goto('/dashboard/profile');
  const panel = page.getByRole('region', { name: 'Where you are signed in' });
  const sessions = panel.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText('This device');
  await expect(sessions.first()).toContainText(/from (127\.0\.0\.1|::1)/);
  await expect(sessions.first().getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await sessions
    .nth(1)
    .getByRole('button', { name: /^Sign out / })
    .click();
  await expect(toast(page, 'Signed out on that device').first()).toBeVisible();
  await expect(sessions).toHaveCount(2);
  await panel.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else?' });
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(toast(page, 'Signed out everywhere else').first()).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect(panel.getByRole('button')).toHaveCount(0);
  for (const other of others) {
    await other.goto('/dashboard/profile');
    await expect(other).toHaveURL(/\/login$/);
    await other.context().close();
  }
});

test('an owner who sees an unknown device is asked to change each password that they have', async ({
  ownerPage,
  newShop,
}) => {
  const about = async (page: Page) => {
    await page.goto('/dashboard/profile');
    return page.getByRole('region', { name: 'Where you are signed in' });
  };
  await expect(await about(ownerPage)).toContainText('Change your Courierdesk password too, with “Forgot password?”');
  const signsInThroughShopify = await about(newShop.page);
  await expect(signsInThroughShopify).toContainText('change the password of your Shopify account.');
  await expect(newShop.page.getByRole('region', { name: 'Two-factor sign-in' })).toContainText(
    'Monthly and Yearly plans',
  );
  await expect(signsInThroughShopify).not.toContainText('Courierdesk password');
});

test('in the demo, the login page lists its logins, and one click signs in', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Welcome to Courierdesk' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const logins = page.getByRole('region', { name: 'Demo logins' }).getByRole('button');
  await expect(logins).toHaveText([/^Owner.*owner@demo\.store$/, /^Staff.*staff@demo\.store$/, /owner@free\.store$/]);
  await logins.nth(1).click();
  await page.waitForURL(/\/dashboard/);
  await expect(page.getByRole('button', { name: /Bilal Ahmed/ })).toBeVisible();
});

test("the owner's edits of a user are kept or asked about, whichever form they are in", async ({
  page,
  database,
  browserErrors,
}) => {
  browserErrors.expect(/409 /);
  const person = await aColleague(database);
  await startSession(page, owner);
  await page.goto('/dashboard/users');
  await page
    .getByRole('row')
    .filter({ hasText: person.email })
    .getByRole('link', { name: /^Edit / })
    .click();
  const email = page.getByRole('form', { name: 'Email' }).getByLabel('Email');
  const password = page.getByLabel('New password', { exact: true });
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  const edits: [change: () => Promise<void>, undo: () => Promise<void>][] = [
    [() => email.fill('not an address'), () => email.fill(person.email)],
    [() => password.fill(next), () => password.fill('')],
    [
      () => page.getByRole('button', { name: 'Accountant' }).click(),
      () => page.getByRole('button', { name: 'Discard' }).click(),
    ],
  ];
  for (const [change, undo] of edits) {
    await change();
    await page.getByRole('link', { name: 'Back to users' }).click();
    await leave.getByRole('button', { name: 'Stay here' }).click();
    await expect(leave).toBeHidden();
    await undo();
  }

  await test.step('a wrong email is refused beside its field', async () => {
    await email.fill('not an address');
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText('Enter a valid email')).toBeVisible();
    await email.fill(owner.email);
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('A user with this email already exists.')).toBeVisible();
  });

  await test.step('all three forms are there again after the session ended', async () => {
    await password.fill(next);
    await page.getByRole('button', { name: 'Accountant' }).click();
    const otherTab = await page.context().newPage();
    await otherTab.goto('/');
    await otherTab.evaluate(() => localStorage.removeItem('auth_token'));
    await otherTab.close();
    await expect(page).toHaveURL(/\/login$/);
    await fillInSignIn(page, owner);
    await expect(email).toHaveValue(owner.email);
    await expect(password).toHaveValue(next);
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
  });
});

test('the owner resets the two-factor of a person who lost the phone', async ({ ownerPage: page, database }) => {
  const person = await aColleague(database);
  await page.goto('/dashboard/users');
  await page
    .getByRole('row')
    .filter({ hasText: person.email })
    .getByRole('link', { name: /^Edit / })
    .click();
  await expect(page.getByRole('heading', { name: 'Access' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset two-factor' }), 'it is off').toHaveCount(0);
  await database.turnTwoFactorOn(person.email);
  await page.reload();
  await page.getByRole('button', { name: 'Reset two-factor' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset two-factor' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Reset two-factor' })).toHaveCount(0);
});

/** Asks for a link as the dialog does. So many mails of this kind have arrived then. */
async function askForLink(page: Page, sandbox: Sandbox, email: string, count: number): Promise<string> {
  const reply = await page.request.post('/api/v1/password/reset-password-pin', { data: { email } });
  expect(reply.status()).toBe(200);
  return resetLink(sandbox, email, count);
}

/** The address in the newest of so many mails. */
async function resetLink(sandbox: Sandbox, email: string, count = 1): Promise<string> {
  const links = async (): Promise<string[]> =>
    (await sandbox.mailsTo(email)).flatMap(({ text }) => /\/create-new-password\?\S+/.exec(text)?.[0] ?? []);
  await expect.poll(async () => (await links()).length).toBe(count);
  return (await links()).at(-1) ?? '';
}

async function aColleague(database: Database): Promise<Person> {
  const email = `${randomUUID()}@demo.store`;
  await database.addColleague(email, { is_active: true, is_verified_user: true });
  return { email, password: staff.password };
}
