import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { toast } from './booking-steps.ts';
import type { Database } from './database.ts';
import { expectAccessible } from './expect-accessible.ts';
import { fillInSignIn, freeOwner, owner, signIn, staff, startSession, type Person } from './people.ts';
import { expect, test } from './test.ts';

test('a person turns two-factor on, signs in with a code of the app, and turns it off', async ({
  page,
  database,
  browserErrors,
}) => {
  browserErrors.expect(/400 .*(verify-qr-code|verify-authenticator-code|turn-off)/);
  const person = await aColleague(database);
  await signIn(page, person);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await keyShown(page);
  await expectAccessible(page);

  const first = codeOf(secret);
  let recoveryCode = '';

  await test.step('the first code turns it on, and the recovery codes are shown once', async () => {
    await page.getByRole('button', { name: 'Turn on two-factor' }).click();
    await expect(page.getByText('Enter code to verify')).toBeVisible();
    const code = page.getByLabel('Enter the 6 digits that the app shows');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Turn on two-factor' }).click();
    await expect(page.getByText('This code is wrong or was used before.')).toBeVisible();
    await expect(code).toHaveValue('000000');
    await code.fill(first);
    await page.getByRole('button', { name: 'Turn on two-factor' }).click();
    await expect(toast(page, 'Two factor authentication enabled').first()).toBeVisible();
    [recoveryCode = ''] = await codesShown(page);
    await expectAccessible(page);
    await page.getByRole('banner').getByRole('link', { name: 'Support' }).click();
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(leaving).toContainText('We can’t show your recovery codes again.');
    await leaving.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'I saved them' }).click();
    await expect(page.getByText('Two factor auth is enabled')).toBeVisible();
    await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  });

  await test.step('sign-in asks for the code', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
    await fillInSignIn(page, person);
    await expect(page).toHaveURL(/\/two-factor$/);
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    await page.reload();
    await expect(page.getByLabel('Code')).toBeFocused();
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('Enter the code', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Code').fill(first);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('This code is wrong or was used before.'), 'it turned two-factor on').toBeVisible();
    await page.getByLabel('Code').fill(codeOf(secret, 'next'));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
  });

  await test.step('it turns off with password and code', async () => {
    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Turn off two-factor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn off two-factor' });
    await dialog.getByRole('button', { name: 'Turn off two-factor' }).click();
    await expect(dialog.getByText('Password is required')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill('not this one');
    await dialog.getByLabel('Code from your app').fill(recoveryCode);
    await dialog.getByRole('button', { name: 'Turn off two-factor' }).click();
    await expect(dialog.getByText('Password is wrong.')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Turn off two-factor' }).click();
    await expect(toast(page, 'Two-factor is off').first()).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  });
});

test('a person without their phone signs in with a recovery code, and creates new ones', async ({ page, database }) => {
  const person = await aColleague(database);
  await startSession(page, person);
  await page.goto('/dashboard/profile');
  const secret = await turnOn(page);
  const [recoveryCode = ''] = await codesShown(page);
  await page.getByRole('button', { name: 'I saved them' }).click();
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();

  await fillInSignIn(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL(/\/dashboard/);

  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'Create new recovery codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new recovery codes' });
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByLabel('Code from your app').fill(codeOf(secret, 'next'));
  await dialog.getByRole('button', { name: 'Create new codes' }).click();
  const renewed = await codesShown(page);
  expect(renewed).not.toContain(recoveryCode);
});

test('on a remembered device the password is enough to sign in, until the person forgets the device', async ({
  page,
  database,
}) => {
  const person = await aColleague(database);
  await startSession(page, person);
  await page.goto('/dashboard/profile');
  const secret = await turnOn(page);
  await page.getByRole('button', { name: 'I saved them' }).click();
  const devices = page.getByRole('region', { name: 'Remembered devices' });
  const logout = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' });
  await expect(page.getByText('Two factor auth is enabled')).toBeVisible();
  await expect(devices).toBeHidden();

  await test.step('the code page offers it, and a recovery code does not', async () => {
    await logout.click();
    await fillInSignIn(page, person);
    const remember = page.getByRole('checkbox', { name: 'Remember this device for 30 days' });
    await expect(remember).not.toBeChecked();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(remember).toBeHidden();
    await page.getByRole('button', { name: 'Use your authenticator app' }).click();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 'next'));
    await remember.check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.waitForURL(/\/dashboard/);
  });

  await test.step('signing out and in again asks for no code', async () => {
    await logout.click();
    await fillInSignIn(page, person);
    await page.waitForURL(/\/dashboard/);
  });

  await test.step('the profile lists the device, and after Forget sign-in asks for a code', async () => {
    await page.goto('/dashboard/profile');
    await expect(devices.getByRole('listitem')).toHaveText(/Chrome.* on Linux.*This device.*Until .* · remembered .*/);
    await expectAccessible(page);
    await devices.getByRole('button', { name: /^Forget Chrome/ }).click();
    await expect(toast(page, 'Device forgotten').first()).toBeVisible();
    await expect(devices).toBeHidden();
    await logout.click();
    await fillInSignIn(page, person);
    await expect(page).toHaveURL(/\/two-factor$/);
  });
});

test('when the owner requires two-factor, staff set it up at their next sign-in before anything else', async ({
  page,
  ownerPage,
  database,
}) => {
  const person = await aColleague(database);
  await ownerPage.goto('/dashboard/users');
  await expect(ownerPage.getByText(/^\d+ of \d+ colleagues (has|have) not set it up\./)).toBeVisible();
  await ownerPage.goto('/dashboard/profile');
  await expect(ownerPage.getByRole('heading', { name: 'Scopes' })).toBeHidden();
  const required = ownerPage.getByRole('switch', { name: 'Require two-factor for all staff' });
  await required.click();
  await expect(toast(ownerPage, 'Two-factor is required for staff').first()).toBeVisible();
  try {
    await page.goto('/login');
    await fillInSignIn(page, person);
    await expect(page.getByRole('heading', { name: 'Set up two-factor' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/dashboard/orders?limit=10');
    await expect(page).toHaveURL(/\/set-up-two-factor$/);
    await turnOn(page);
    await expect(page.getByRole('heading', { name: 'Two-factor is set up' })).toBeVisible();
    await page.getByRole('button', { name: 'I saved them' }).click();
    await expect(page).toHaveURL(/\/dashboard\/orders/);
    await page.goto('/dashboard/profile');
    await expect(page.getByText('The owner requires two-factor, so you can’t turn it off.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn off two-factor' })).toBeHidden();
  } finally {
    await required.click();
    await expect(toast(ownerPage, 'Two-factor is optional for staff').first()).toBeVisible();
  }
});

test('a profile shows the shop, the person and, to staff, their scopes', async ({ staffPage, ownerPage }) => {
  await staffPage.goto('/dashboard/profile');
  await expect(staffPage.getByRole('region', { name: 'Shop' })).toContainText('demo-store.myshopify.com');
  await expect(staffPage.getByRole('region', { name: 'Your details' })).toContainText(staff.email);
  const scopes = staffPage.getByRole('region', { name: 'Scopes' }).getByRole('listitem');
  await expect(scopes).toHaveText([/^See orders.*READ_ORDERS$/, /^Book and merge.*BOOK_ORDERS$/]);
  await ownerPage.goto('/dashboard/profile');
  await expect(ownerPage.getByRole('region', { name: 'Owner' })).toContainText(owner.email);
  await expect(ownerPage.getByRole('button', { name: 'Change password' })).toBeHidden();
});

test('staff change their password on the profile', async ({ page, database, browserErrors }) => {
  browserErrors.expect(/400 .*change-password/);
  const person = await aColleague(database);
  const next = 'violet harbour nine lamps';
  await startSession(page, person);
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const change = dialog.getByRole('button', { name: 'Change password' });
  await change.click();
  await expect(dialog.getByText('Current password is required')).toBeVisible();
  await dialog.getByLabel('Current password', { exact: true }).fill('not this one');
  await dialog.getByLabel('New password', { exact: true }).fill(next);
  await dialog.getByLabel('Confirm the new password', { exact: true }).fill('something else');
  await change.click();
  await expect(dialog.getByText('Password and confirm password must be same')).toBeVisible();
  await dialog.getByLabel('Confirm the new password', { exact: true }).fill(next);
  await change.click();
  await expect(dialog.getByText('The current password is wrong.')).toBeVisible();
  await dialog.getByLabel('Current password', { exact: true }).fill(person.password);
  await change.click();
  await expect(toast(page, 'Password has been changed').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
  await fillInSignIn(page, { ...person, password: next });
  await page.waitForURL(/\/dashboard/);
});

test('on the free plan the profile says which plans have two-factor', async ({ page }) => {
  await startSession(page, freeOwner);
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Two-factor sign-in is part of the Monthly and Yearly plans.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeHidden();
});

test('the code page leads to the login when no password was given', async ({ page }) => {
  await page.goto('/two-factor');
  await expect(page).toHaveURL(/\/login$/);
});

async function aColleague(database: Database): Promise<Person> {
  const email = `${randomUUID()}@demo.store`;
  await database.addColleague(email, { is_active: true, is_verified_user: true });
  return { email, password: staff.password };
}

/** A code counts once. The next one, 30 seconds ahead, counts already. */
const codeOf = (secret: string, which: 'now' | 'next' = 'now'): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + (which === 'next' ? 30_000 : 0) });

async function keyShown(page: Page): Promise<string> {
  const key = page.getByRole('code');
  await expect(key).toHaveText(/^([A-Z2-7]{4} ?){8}$/);
  return ((await key.textContent()) ?? '').replaceAll(' ', '');
}

/** Leaves the recovery codes open. */
async function turnOn(page: Page): Promise<string> {
  const secret = await keyShown(page);
  await page.getByLabel('Enter the 6 digits that the app shows').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on two-factor' }).click();
  await expect(page.getByRole('button', { name: 'I saved them' })).toBeVisible();
  return secret;
}

async function codesShown(page: Page): Promise<string[]> {
  const codes = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return codes.allTextContents();
}
