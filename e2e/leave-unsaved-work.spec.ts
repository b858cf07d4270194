import type { Locator, Page } from '@playwright/test';
import { openBooking } from './booking-steps.ts';
import { endSessionElsewhere, fillInSignIn, owner, startSession } from './people.ts';
import type { Sandbox } from './sandbox.ts';
import { expect, test } from './test.ts';

/** Each page with a form: opens it and returns a field to type in. */
const forms: { page: string; open: (page: Page, sandbox: Sandbox) => Promise<Locator>; save: string | RegExp }[] = [
  { page: 'settings', open: at('/dashboard/settings', 'Discount name'), save: 'Save' },
  { page: 'label settings', open: at('/dashboard/settings/labels', 'Note (optional)'), save: 'Save' },
  { page: 'tracking page settings', open: at('/dashboard/settings/tracking-page', 'Email'), save: 'Save' },
  { page: 'new user', open: at('/dashboard/create-user', 'First name'), save: 'Create user' },
  {
    page: 'new courier account',
    open: at('/dashboard/accounts/create-account', 'Account name'),
    save: 'Create account',
  },
  {
    page: 'courier rules',
    open: async (page) => {
      await page.goto('/dashboard/settings/courier-rules');
      await page.getByRole('button', { name: 'Add a rule' }).first().click();
      return page.getByRole('textbox', { name: 'Name' });
    },
    save: 'Save',
  },
  {
    page: 'courier account',
    open: async (page) => {
      await page.goto('/dashboard/accounts');
      await page.getByRole('link', { name: 'TCS Lahore' }).click();
      return page.getByLabel('Account name');
    },
    save: 'Save',
  },
  {
    page: 'user',
    open: async (page) => {
      await page.goto('/dashboard/users');
      await page.getByRole('link', { name: 'Edit Bilal Ahmed' }).click();
      return page.getByLabel('First name');
    },
    save: 'Save',
  },
  {
    page: 'booking',
    open: async (page, sandbox) => {
      await openBooking(page, await sandbox.addOrder());
      return page.getByLabel('Remarks');
    },
    save: /^Book/,
  },
];

function at(address: string, label: string): (page: Page) => Promise<Locator> {
  return async (page) => {
    await page.goto(address);
    return page.getByRole('textbox', { name: label, exact: true });
  };
}

test('Logout asks on each page with a form before it drops what is typed', async ({ ownerPage: page, sandbox }) => {
  const logout = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const form of forms)
    await test.step(form.page, async () => {
      const field = await form.open(page, sandbox);
      await field.fill('Half of it');
      await logout.click();
      await question.getByRole('button', { name: 'Stay here' }).click();
      await expect(field).toHaveValue('Half of it');
      expect(await page.evaluate(() => localStorage.getItem('auth_token'))).not.toBeNull();
    });
});

test('each page with a form asks about a letter that was typed a moment before a link was clicked', async ({
  ownerPage: page,
  sandbox,
}) => {
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const form of forms)
    await test.step(form.page, async () => {
      const field = await form.open(page, sandbox);
      await field.selectText();
      await field.evaluate(typeAndLeave);
      await question.getByRole('button', { name: 'Stay here' }).click();
      await expect(field).toHaveValue('H');
    });
});

/** What a slow device does: the page has no time to draw anything between the key and the click. */
async function typeAndLeave(): Promise<void> {
  document.execCommand('insertText', false, 'H');
  // React takes the letter in the next microtask, as after a real key.
  await Promise.resolve();
  document.querySelector<HTMLElement>('nav[aria-label="Main"] a[href="/dashboard/batches"]')?.click();
}

// The booking form guards a draft of its own; the other forms are alike.
for (const form of forms.filter(({ page }) => page === 'settings' || page === 'booking'))
  test(`Logout asks before it drops what is typed on the page ${form.page}, and leads to the login`, async ({
    page,
    sandbox,
  }) => {
    await startSession(page, owner);
    const field = await form.open(page, sandbox);
    await field.fill('Half of it');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { name: 'Welcome to Courierdesk' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Welcome to Courierdesk' })).toBeVisible();
  });

test('a session that ended elsewhere leads from unsaved work to the login', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.expect(/401 /);
  await startSession(page, owner);
  await page.goto('/dashboard/create-user');
  await page.getByRole('textbox', { name: 'First name', exact: true }).fill('Half of it');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Orders', exact: true })
    .dispatchEvent('click');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await endSessionElsewhere(page, request);
  const welcome = page.getByRole('heading', { name: 'Welcome to Courierdesk' });
  // A call that the page makes by itself may notice the end before the click does.
  await question.getByRole('button', { name: 'Leave without saving' }).or(welcome).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(welcome).toBeVisible();
});

test('a save after the session ended leads to the login, and what was typed is there after sign-in', async ({
  page,
  request,
  sandbox,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/401 /);
  await startSession(page, owner);
  for (const form of forms.filter(({ save }) => save === 'Save')) {
    await test.step(form.page, async () => {
      const field = await form.open(page, sandbox);
      const typed = form.page.startsWith('tracking') ? 'half@example.test' : 'Half of it';
      await field.fill(typed);
      const address = page.url();
      await endSessionElsewhere(page, request);
      await page.keyboard.press('Control+Enter');
      await expect(page).toHaveURL(/\/login$/);
      await fillInSignIn(page, owner);
      await expect(page).toHaveURL(address);
      if (form.page === 'courier rules') await expect(page.getByRole('main')).toContainText(typed);
      else await expect(field).toHaveValue(typed);
    });
  }
});

test('Logout in the menus asks about unsaved work as well', async ({ page }) => {
  await startSession(page, owner);
  await page.goto('/dashboard/settings');
  await page.getByLabel('Discount name').fill('Half of it');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Stay here' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Courierdesk' })).toBeVisible();
});

test('a link to the address of Logout ends no session', async ({ ownerPage: page }) => {
  await page.goto('/logout');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});
