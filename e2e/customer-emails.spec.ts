import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { covers, placeOfToast, toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { owner } from './people.ts';
import { expect, test } from './test.ts';

test('the owner changes the wording of an email, and staff send it to a customer once', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
  browserErrors,
}) => {
  // The browser logs that the second email is refused until it is confirmed.
  browserErrors.expect(/409/);
  const customer = `customer-${randomUUID()}@example.test`;

  await test.step('emails are turned on and off one by one', async () => {
    await page.goto('/dashboard/settings/customer-emails');
    const twoEmails = page.getByText('Customers get two emails about a booking');
    const link = page.getByRole('switch', { name: 'Tracking link' });
    await link.check();
    await expect(twoEmails).toBeVisible();
    await link.uncheck();
    await expect(twoEmails).toBeHidden();
    const delivered = page.getByRole('switch', { name: 'Delivered' });
    await expect(delivered).not.toBeChecked();
    await delivered.check();
    await expect(toast(page, 'Delivered emails are on').first()).toBeVisible();
    await page.reload();
    await delivered.uncheck();
    await expect(toast(page, 'Delivered emails are off').first()).toBeVisible();
  });

  await test.step('the wording shows a preview, and a placeholder that we do not know is refused; Ctrl+Enter saves', async () => {
    await page.getByRole('button', { name: 'Edit wording: Tracking link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tracking link email' });
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('Dear Ayesha Khan,');
    await expectAccessible(page);
    const message = dialog.getByRole('textbox', { name: 'Message' });
    await message.fill('Salam {customer}');
    await dialog.getByRole('button', { name: 'Save wording' }).click();
    await expect(dialog.getByText('we do not know {customer}')).toBeVisible();
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    for (const leave of ['Cancel', 'Close']) {
      await dialog.getByRole('button', { name: leave }).click();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(question).toBeHidden();
      await expect(message).toHaveValue('Salam {customer}');
    }
    await message.fill('السلام علیکم ');
    await dialog.getByRole('button', { name: '{name}', exact: true }).click();
    await expect(message).toHaveValue('السلام علیکم {name}');
    await expect(preview).toContainText(/السلام علیکم \u2068?Ayesha Khan/);
    await dialog.getByRole('button', { name: 'Send me a test' }).click();
    await expect(toast(page, `Test sent to ${owner.email}`).first()).toBeVisible();
    await expect
      .poll(async () => (await sandbox.mailsTo(owner.email)).at(-1)?.text)
      .toMatch(/السلام علیکم \u2068?Ayesha Khan/);
    await test.step('our wording is there in Urdu and in English', async () => {
      const typed = await message.inputValue();
      await dialog.getByRole('button', { name: 'Use our Urdu wording' }).click();
      await expect(message).toHaveCSS('direction', 'rtl');
      await expect(preview).toContainText('براہِ کرم کوریئر کے لیے');
      await expect(preview).toContainText('اپنا پارسل ٹریک کریں');
      await expect(dialog.getByRole('button', { name: 'Use our Urdu wording' })).toBeHidden();
      await dialog.getByRole('button', { name: 'Use our English wording' }).click();
      await expect(preview).toContainText('Please keep Rs 2,450 in cash ready.');
      await message.fill(typed);
    });
    await message.focus();
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Settings saved').first()).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('the wording closes at once without changes, and after the question with some', async () => {
    const dialog = page.getByRole('dialog', { name: 'Tracking link email' });
    const open = page.getByRole('button', { name: 'Edit wording: Tracking link' });
    await open.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await open.click();
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Not this');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toBeHidden();
  });

  const number = await bookParcel(await sandbox.addOrder({ email: customer }));

  await test.step('the customer gets the tracking link, and again only when asked for', async () => {
    await page.goto(`/dashboard/orders?track=${number}`);
    await page.getByRole('link', { name: number }).click();
    const panel = page.getByRole('dialog', { name: 'Order tracking info' });
    const send = async () => {
      await panel.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Email tracking link' }).click();
    };
    await expect(panel.getByRole('button', { name: 'More actions' })).toBeVisible();
    const [first, ...tops] = await topsOfPanelButtons(page);
    expect([...new Set(tops)], 'the actions of the panel are on one line').toEqual([first]);
    const [sent] = await Promise.all([placeOfToast(page, 'Email sent'), send()]);
    for (const button of await page.locator(panelButtons).all())
      expect(await covers(sent, button), 'a toast covers no button of the panel').toBe(false);
    await expect(panel.getByText('Emailed the tracking link to the customer')).toBeVisible();
    await send();
    const question = page.getByRole('dialog', { name: 'Email the tracking link again?' });
    await expect(question).toContainText('The customer already got the tracking link on');
    await question.getByRole('button', { name: 'Don’t send' }).click();
    await expect.poll(async () => (await sandbox.mailsTo(customer)).length).toBe(1);
    const [mail] = await sandbox.mailsTo(customer);
    expect(mail?.text).toContain('السلام علیکم \u2068Sana Malik\u2069');
    expect(mail?.text).toContain(`/track/${number}`);
  });
});

const panelButtons = '[data-panel-footer] :is(button, a)';

const topsOfPanelButtons = (page: Page): Promise<number[]> =>
  page.locator(panelButtons).evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
