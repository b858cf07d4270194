import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { toast } from './booking-steps.ts';
import type { Database } from './database.ts';
import { expectAccessible, expectReadable } from './expect-accessible.ts';
import { fillInSignIn, freeOwner, staff, startSession, type Person } from './people.ts';
import { expect, test } from './test.ts';

test('a person adds a passkey, signs in with it, and removes it', async ({
  page,
  database,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/400 .*passkeys\/(creation-options|sign-in|[0-9a-f]{24}\/remove)/);
  const person = await aColleague(database);
  const device = await aDevice(page);
  await startSession(page, person);
  await page.goto('/dashboard/profile');
  const panel = page.getByRole('region', { name: 'Passkeys' });

  await test.step('adding one asks for the password and a name, and gives recovery codes once', async () => {
    await panel.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('Password is required')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill('not this one');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('Password is wrong.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(' ');
    await dialog.getByRole('button', { name: 'Create passkey' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Office computer');
    await dialog.getByRole('button', { name: 'Create passkey' }).click();
    await expect(toast(page, 'Passkey added').first()).toBeVisible();
    await expect(panel.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await panel.getByRole('button', { name: 'I saved them' }).click();
    await expect(passkey(page, 'Office computer')).toContainText('Phone, tablet or computer');
    await expect(passkey(page, 'Office computer')).toContainText('Never used');
    await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectReadable(page);
    await page.emulateMedia({ colorScheme: 'light' });
    const subjects = async () => (await sandbox.mailsTo(person.email)).map(({ subject }) => subject);
    await expect.poll(subjects).toEqual([expect.stringMatching(/: A passkey was added$/)]);
  });

  await test.step('the same device does not get a second one', async () => {
    await panel.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await dialog.getByRole('button', { name: 'Create passkey' }).click();
    await expect(dialog.getByText('This device already has a passkey for your account.')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('sign-in with it needs neither email nor password nor code', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(/\/dashboard/);
    await page.goto('/dashboard/profile');
    await expect(page.getByRole('region', { name: 'Your details' })).toContainText(person.email);
    await expect(passkey(page, 'Office computer')).toContainText('Last used');
  });

  await test.step('it is renamed and removed, after which the password is enough', async () => {
    await page.getByRole('button', { name: 'Rename Office computer' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename passkey' });
    await rename.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
    await rename.getByRole('button', { name: 'Rename passkey' }).click();
    await expect(toast(page, 'Passkey renamed').first()).toBeVisible();
    await page.getByRole('button', { name: 'Remove Old laptop' }).click();
    const remove = page.getByRole('dialog', { name: 'Remove passkey' });
    await remove.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(remove.getByText('Enter the code')).toBeVisible();
    await remove.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await expect(toast(page, 'Passkey removed').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeHidden();
  });

  await test.step('a passkey that was removed is refused', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('This passkey does not work here.')).toBeVisible();
    await device.remove();
    await fillInSignIn(page, person);
    await page.waitForURL(/\/dashboard/);
  });
});

test('after a sign-in with the password, a passkey is offered once per person, and not in the way of a wanted page', async ({
  page,
  database,
}) => {
  const [person, colleague] = [await aColleague(database), await aColleague(database)];
  await aDevice(page);
  const offer = page.getByRole('heading', { name: 'Sign in with your fingerprint next time' });
  const signOut = () => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();

  await test.step('"Not now" opens the page that the person wanted', async () => {
    await page.goto('/dashboard/profile');
    await fillInSignIn(page, person);
    await expect(offer).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(page).toHaveURL(/\/dashboard\/profile$/);
  });

  await test.step('the same person is not asked again', async () => {
    await signOut();
    await fillInSignIn(page, person);
    await page.waitForURL(/\/dashboard/);
    await expect(offer).toBeHidden();
  });

  await test.step('someone else accepts it, saves the recovery codes, and signs in with it', async () => {
    await signOut();
    await fillInSignIn(page, colleague);
    await expect(offer).toBeVisible();
    expect(await addFirst(page, colleague)).toHaveLength(10);
    await page.waitForURL(/\/dashboard/);
    await signOut();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(/\/dashboard/);
  });
});

test('no passkey is offered on a device without a fingerprint, face or PIN, nor where the plan has none', async ({
  page,
  database,
}) => {
  const person = await aColleague(database);
  await page.goto('/login');
  await fillInSignIn(page, person);
  await page.waitForURL(/\/dashboard/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
  await aDevice(page);
  await fillInSignIn(page, freeOwner);
  await page.waitForURL(/\/dashboard/);
});

test('a passkey is the second step after the password, beside a recovery code', async ({ page, database }) => {
  const person = await aColleague(database);
  await aDevice(page);
  await startSession(page, person);
  await page.goto('/dashboard/profile');
  const [recoveryCode = ''] = await addFirst(page, person);

  for (const finish of [
    async () => page.getByRole('button', { name: 'Use a passkey' }).click(),
    async () => {
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await expect(page.getByLabel('Recovery code')).toBeFocused();
      await page.getByLabel('Recovery code').fill(recoveryCode);
      await page.getByRole('button', { name: 'Verify' }).click();
    },
  ]) {
    await page.goto('/dashboard/profile');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
    await fillInSignIn(page, person);
    await expect(page).toHaveURL(/\/two-factor$/);
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
    await expect(page.getByLabel('Code'), 'there is no app').toBeHidden();
    await expectAccessible(page);
    await finish();
    await page.waitForURL(/\/dashboard/);
  }
});

test('someone with a passkey confirms that it is them before an authenticator app is added', async ({
  page,
  database,
  browserErrors,
}) => {
  browserErrors.expect(/400 .*verify-qr-code/);
  const person = await aColleague(database);
  await aDevice(page);
  await startSession(page, person);
  await page.goto('/dashboard/profile');
  const [recoveryCode = ''] = await addFirst(page, person);
  const secret = page.getByRole('code');
  await expect(secret).toHaveText(/^([A-Z2-7]{4} ?){8}$/);
  const app = new TOTP({ secret: Secret.fromBase32(((await secret.textContent()) ?? '').replaceAll(' ', '')) });
  const code = page.getByLabel('Enter the 6 digits that the app shows');
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(page.getByText('Enter code to verify')).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill('000000');
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByLabel('Recovery code').fill('wrong');
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(dialog.getByText('This recovery code is wrong or was used before.')).toBeVisible();
  await expect(dialog.getByLabel('Recovery code')).toBeFocused();
  await dialog.getByLabel('Recovery code').fill(recoveryCode);
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(dialog.getByText('The code from the new app is wrong or too old.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await code.fill(app.generate());
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await expect(toast(page, 'Authenticator app added').first()).toBeVisible();
  await expect(page.getByText('Two factor auth is enabled')).toBeVisible();
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(0);
});

test('someone who closes the request for the passkey can try again', async ({ page, database }) => {
  const person = await aColleague(database);
  const device = await aDevice(page);
  await startSession(page, person);
  await page.goto('/dashboard/profile');
  await addFirst(page, person);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
  await device.refuseVerification();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await device.allowVerification();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(/\/dashboard/);
});

test('staff of a shop that requires two-factor add a passkey instead of an app', async ({
  page,
  ownerPage,
  database,
}) => {
  const person = await aColleague(database);
  await aDevice(page);
  await ownerPage.goto('/dashboard/profile');
  const required = ownerPage.getByRole('switch', { name: 'Require two-factor for all staff' });
  await required.click();
  await expect(toast(ownerPage, 'Two-factor is required for staff').first()).toBeVisible();
  try {
    await page.goto('/login');
    await fillInSignIn(page, person);
    await expect(page.getByRole('heading', { name: 'Set up two-factor' })).toBeVisible();
    await addFirst(page, person);
    await expect(page).toHaveURL(/\/dashboard/);
    await page.goto('/dashboard/profile');
    await expect(page.getByText('you can’t remove your only passkey')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove / })).toBeHidden();
  } finally {
    await required.click();
    await expect(toast(ownerPage, 'Two-factor is optional for staff').first()).toBeVisible();
  }
});

test('a browser without passkeys says so, and the free plan says which plans have them', async ({
  page,
  ownerPage,
}) => {
  const withoutPasskeys = (one: Page) =>
    one.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    });
  await withoutPasskeys(ownerPage);
  await ownerPage.goto('/dashboard/profile');
  const panel = ownerPage.getByRole('region', { name: 'Passkeys' });
  await expect(panel.getByText('This browser cannot use passkeys here.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  await withoutPasskeys(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This browser cannot use passkeys here.')).toBeVisible();
  await fillInSignIn(page, freeOwner);
  await page.waitForURL(/\/dashboard/);
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Passkeys are part of the Monthly and Yearly plans.')).toBeVisible();
});

async function aColleague(database: Database): Promise<Person> {
  const email = `${randomUUID()}@demo.store`;
  await database.addColleague(email, { is_active: true, is_verified_user: true });
  return { email, password: staff.password };
}

/** Gives the browser a device with a fingerprint reader: Chromium's virtual authenticator. */
async function aDevice(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verify = (isUserVerified: boolean) =>
    browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return {
    refuseVerification: () => verify(false),
    allowVerification: () => verify(true),
    remove: () => browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

const passkey = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem', { name });

/** Adds a person's first passkey and closes its recovery codes. */
async function addFirst(page: Page, person: Person): Promise<string[]> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  const codes = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const texts = await codes.allTextContents();
  await page.getByRole('button', { name: 'I saved them' }).click();
  return texts;
}
