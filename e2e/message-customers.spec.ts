import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { untilListed } from './people.ts';
import { expect, test } from './test.ts';

test('a customer gets a WhatsApp message about an order to confirm, and about its parcel, in English or Urdu', async ({
  ownerPage: page,
  sandbox,
  bookParcel,
}) => {
  const lastName = `Baloch ${randomUUID().slice(0, 8)}`;
  const order = await sandbox.addOrder({ phone: '0301 7654321', address: { firstName: 'Sana', lastName } });
  await untilListed(page, lastName, 1);

  await test.step('the panel of the store order asks to confirm', async () => {
    await page.goto(`/dashboard/shopify/orders?query=${encodeURIComponent(lastName)}`);
    await page.getByRole('link', { name: order.name, exact: true }).click();
    const panel = page.getByRole('dialog', { name: `Order ${order.name}` });
    const message = await messageIn(panel, 'English');
    expect(message.phone).toBe('923017654321');
    expect(message.text).toContain(`Thank you for your order ${order.name}.`);
    expect(message.text).toContain('Please reply YES');
    expect((await messageIn(panel, 'Urdu')).text).toContain('تصدیق');
  });

  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  const number = await bookParcel(order);
  await test.step('the panel of the parcel says where it is', async () => {
    await page.goto(`/dashboard/orders?query=${number}`);
    await page.getByRole('link', { name: number }).first().click();
    const message = await messageIn(panel, 'English');
    expect(message.text).toContain(`Your order ${order.name} is booked with`);
    expect(message.text).toContain('Track it here: http');
  });

  await test.step('after a failed delivery, the notice has a message that asks what to do', async () => {
    await sandbox.moveParcel(number, 'attempted');
    await panel.getByRole('button', { name: 'Check now' }).click();
    const notice = panel.getByText(/tried to deliver this parcel and could not/).locator('..');
    const { text } = await messageIn(notice, 'English');
    expect(text).toContain(`could not deliver your order ${order.name} yet.`);
  });
});

/** Where the link of the panel leads. */
async function messageIn(panel: Locator, language: string): Promise<{ phone: string; text: string }> {
  const link = panel.getByRole('link', { name: new RegExp(`^WhatsApp message in ${language}`) });
  const { hostname, pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '');
  expect(hostname).toBe('wa.me');
  return { phone: pathname.slice(1), text: searchParams.get('text') ?? '' };
}
