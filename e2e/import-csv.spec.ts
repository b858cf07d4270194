import type { Company } from '@courierdesk/contract/companies';
import { dayOf } from '@courierdesk/contract/dates';
import { getAllOrders } from '@courierdesk/contract/shipments';
import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { AskApi } from './ask-api.ts';
import { expectAccessible } from './expect-accessible.ts';
import { tokenOf, untilListed } from './people.ts';
import { expect, test } from './test.ts';

test('payments are imported after a look at what would change, and the rows that fail come back as a file', async ({
  ownerPage: page,
  askApi,
}) => {
  const [first, second] = await unpaidParcels(askApi, 'LEOPARD');
  await page.goto('/dashboard/orders');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import payments' });

  await test.step('files that are none are refused in words', async () => {
    await choose(dialog, 'statement.xlsx', 'x');
    await expect(dialog.getByRole('alert')).toContainText('Only CSV files are accepted');
    await choose(dialog, 'large.csv', 'x'.repeat(5 * 1024 * 1024 + 1));
    await expect(dialog.getByRole('alert')).toContainText('File size exceeds 5MB limit');
    await choose(dialog, 'torn.csv', 'CN,Paid\n"never closed,PAID\n');
    await expect(dialog.getByRole('alert')).toContainText('1 file(s) had processing errors');
    await choose(dialog, 'empty.csv', '');
    await expect(dialog.getByRole('alert')).toContainText('The uploaded file is not valid');
    await expectAccessible(page);
  });

  await test.step('a column under an unknown heading is assigned by hand', async () => {
    const rows = [`${first.number};ja;Lahore`, `${second.number};PAID;Karachi`, 'LE000000009;PAID;Multan', ';;'];
    await choose(dialog, 'november.csv', `Sendung;Zahlung;City\n${rows.join('\n')}\n`);
    await expect(dialog.getByText('Choose a column for: tracking number, payment status.')).toBeVisible();
    await assign(page, dialog, 'Tracking number', 'Sendung');
    await assign(page, dialog, 'Payment status', 'Zahlung');
    const preview = dialog.getByRole('region', { name: 'What will change' });
    await expect(preview).toContainText('“ja” is neither PAID nor UNPAID');
    await expect(preview).toContainText('No parcel has the tracking number LE000000009');
    await expectAccessible(page);
  });

  await test.step('the rows that can be done are done', async () => {
    await dialog.getByRole('button', { name: 'Import 1 payment' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('1 payment marked paid. 2 rows failed.');
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download 2 failed rows' }).click();
    expect((await downloading).suggestedFilename()).toBe('failed-rows-november.csv');
    await dialog.getByRole('link', { name: 'See every row' }).click();
    await expect(page.getByRole('heading', { name: 'november.csv', level: 1 })).toBeVisible();
    await page.getByText('Failed 2', { exact: true }).click();
    await expect(page.getByRole('row')).toHaveCount(3);
    await expectAccessible(page);
  });

  await test.step('a filter of its rows that cannot be read is an error, never all rows', async () => {
    const address = new URL(page.url());
    address.searchParams.set('state', 'faild');
    await page.goto(address.href);
    await expect(page.getByRole('button', { name: /^Clear unreadable filter Rows ?: faild$/ })).toBeVisible();
    await expect(page.getByText('Fix 1 filter')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear rows: faild' }).click();
    await expect(page.getByRole('row')).toHaveCount(4);
  });

  await test.step('it is listed with the imports, and the parcel is paid', async () => {
    await page.getByRole('link', { name: 'Back to imports' }).click();
    await expect(page.getByRole('row').nth(1)).toContainText('1 payment marked paid. 2 rows failed.');
    await expectAccessible(page);
    await page.goto(`/dashboard/orders?track=${second.number}`);
    await expect(page.getByRole('row').nth(1)).toContainText('Paid');
    await page.goto(`/dashboard/orders?track=${first.number}`);
    await expect(page.getByRole('row').nth(1)).toContainText(first.number);
    await expect(page.getByRole('row').nth(1)).not.toContainText('Paid');
  });
});

test('a courier’s statement marks its parcels paid and tells what differs from the COD', async ({
  ownerPage: page,
  askApi,
}) => {
  const [{ number, cod }] = await unpaidParcels(askApi, 'MNP');
  const paid = (cod - 200).toLocaleString('en-US');
  const difference = `Rs 200 less than the COD of Rs ${cod.toLocaleString('en-US')}`;
  const today = dayOf(new Date(), 'Asia/Karachi');
  await page.goto('/dashboard/imports');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import payments' });
  await dialog.getByText('Courier statement').click();
  const statement = [
    'M&P Payment Report,,,,',
    '',
    'consignmentNumber,orderRefNo,ReceiptAmount,RRSTATUS,paidon',
    `${number},#1,"Rs ${paid}.00/-",Paid,${today}`,
    `Total,,"${paid}",,`,
  ];
  await choose(dialog, 'mnp-november.csv', `${statement.join('\r\n')}\r\n`);
  await expect(dialog.getByRole('combobox', { name: 'Courier' })).toHaveValue('M&P');
  const preview = dialog.getByRole('region', { name: 'What will change' });
  await expect(preview).toContainText(difference);
  await dialog.getByRole('button', { name: 'Import 1 payment' }).click();
  await expect(dialog.getByRole('status').first()).toHaveText('1 payment marked paid. 1 row changed nothing.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.goto(`/dashboard/orders?shipment=${number}`);
  await expect(page.getByRole('dialog', { name: 'Order tracking info' })).toContainText(
    `Paid by M&P on ${today}, statement mnp-november.csv: Rs ${paid}, ${difference}`,
  );
});

test('a cancelled parcel is named and skipped, unless it is included', async ({ ownerPage: page, askApi }) => {
  const [{ number }] = await unpaidParcels(askApi, 'POSTEX');
  const [{ number: cancelled }] = await unpaidParcels(askApi, 'POSTEX', 'CANCELLED');
  await page.goto('/dashboard/imports');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import payments' });
  // Headings end in CRLF and rows in LF, as spreadsheets and scripts leave them.
  await choose(dialog, 'mixed.csv', `CN,Paid,Courier\r\n${number},PAID\n${cancelled},PAID,PostEx\n`);
  const preview = dialog.getByRole('region', { name: 'What will change' });
  await expect(preview).toContainText(
    '1 row contradicts what we know of its parcel and will be skipped unless you include it.',
  );
  await expect(dialog.getByRole('button', { name: 'Import 1 payment' })).toBeEnabled();
  await preview.getByRole('checkbox', { name: 'Include 1 contradicting row' }).check();
  await expect(dialog.getByRole('button', { name: 'Import 2 payments' })).toBeEnabled();
  await expectAccessible(page);
  await preview.getByRole('checkbox', { name: 'Include 1 contradicting row' }).uncheck();
  const start = Promise.withResolvers<void>();
  await page.route('**/import-orders', async (route) => {
    await start.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Import 1 payment' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  start.resolve();
  await expect(dialog.getByRole('status').first()).toHaveText(
    '1 payment marked paid. 1 row skipped that contradicts its parcel.',
  );
  await dialog.getByRole('link', { name: 'See every row' }).click();
  await expect(page.getByRole('row').filter({ hasText: cancelled })).toContainText('Skipped. Cancelled parcel');
  await page.goto(`/dashboard/orders?track=${cancelled}`);
  await expect(page.getByRole('row').nth(1)).toContainText(cancelled);
  await expect(page.getByRole('row').nth(1)).not.toContainText('Paid');
});

test('a status in an import is on one line beside a long tracking number', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/imports');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import payments' });
  await choose(dialog, 'long.csv', `CN,Paid\nLE${'9'.repeat(40)},UNPAID\n`);
  const lines = await dialog.getByRole('cell', { name: 'UNPAID', exact: true }).evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('a large file is looked up and imported in the background, and one that mostly fails is no success', async ({
  ownerPage: page,
  askApi,
}) => {
  const [{ number }] = await unpaidParcels(askApi, 'TCS');
  await page.goto('/dashboard/imports');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import payments' });
  const rows = Array.from({ length: 6_000 }, (_, index) => `${index === 5_500 ? number : `ZZ${100_000 + index}`},PAID`);
  await choose(dialog, 'large.csv', `CN,Paid\n${rows.join('\n')}\n`);
  const preview = dialog.getByRole('region', { name: 'What will change' });
  await expect(preview).toContainText('5,999 rows have errors and will be skipped.', { timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Import 1 payment' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('1 payment marked paid. 5,999 rows failed.', { timeout: 30_000 });
  await dialog.getByRole('link', { name: 'See every row' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('1 payment marked paid. 5,999 rows failed.');
  await page.getByRole('link', { name: 'Back to imports' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'large.csv' })).toContainText('Done, 5,999 failed');
  await page.goto(`/dashboard/orders?track=${number}`);
  await expect(page.getByRole('row').nth(1)).toContainText('Paid');
});

test('orders whose parcels were booked elsewhere are fulfilled from a file', async ({ ownerPage: page, sandbox }) => {
  const ours = await sandbox.addOrder({ address: { firstName: 'Hina', lastName: 'Shah' } });
  const other = await sandbox.addOrder({ address: { firstName: 'Omar', lastName: 'Khan' } });
  const wrong = await sandbox.addOrder({ address: { firstName: 'Ali', lastName: 'Raza' } });
  for (const { name } of [ours, other, wrong]) await untilListed(page, name);
  const number = (prefix: string): string => `${prefix}${Date.now()}`;
  const [leopards, trax, misspelled] = [number('LE'), number('TX'), number('LX')];
  await page.goto('/dashboard/orders');
  await page.getByRole('button', { name: 'Bulk Fulfillment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bulk fulfillment' });
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download a template' }).click();
  expect((await downloading).suggestedFilename()).toBe('fulfilment-template.csv');

  await sandbox.bookInPortal({ courier: 'LEOPARD', number: leopards });
  const rows = [
    `${ours.name},${leopards},Leopards`,
    `${other.name},${trax},Trax`,
    '#NONE-1,LE123456,Leopards',
    `${wrong.name},${misspelled},Leopards`,
  ];
  await choose(dialog, 'parcels.csv', `Order Name,Tracking #,Courier Company\r\n${rows.join('\r\n')}\r\n`);
  await expect(dialog.getByRole('region', { name: 'What will change' })).toContainText(
    'We found no store order #NONE-1',
  );
  const preview = dialog.getByRole('region', { name: 'What will change' });
  await expect(preview).toContainText('1 row has a tracking number that the courier did not confirm.');
  await expect(preview).toContainText(`Leopards does not know ${misspelled} (yet)`);
  await preview.getByRole('checkbox', { name: 'Include rows with unconfirmed numbers' }).check();
  await expect(dialog.getByRole('button', { name: 'Fulfil 3 orders' })).toBeEnabled();
  await preview.getByRole('checkbox', { name: 'Include rows with unconfirmed numbers' }).uncheck();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fulfil 2 orders' }).click();
  await expect(dialog.getByRole('alert').or(dialog.getByRole('status')).first()).toHaveText(
    '2 orders fulfilled. 1 row skipped with a number that the courier did not confirm. 1 row failed.',
  );
  expect(await sandbox.fulfilledWith(wrong)).toEqual([]);
  await expect.poll(() => sandbox.fulfilledWith(ours)).toEqual([leopards]);
  await expect.poll(() => sandbox.fulfilledWith(other)).toEqual([trax]);
  await dialog.getByRole('link', { name: 'See every row' }).click();
  await expect(page.getByRole('row').filter({ hasText: trax })).toContainText('Done');

  await page.goto(`/dashboard/orders?shipment=${trax}`);
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  await expect(panel).toContainText('Trax is not connected, so we do not track this parcel');
  await panel.getByRole('button', { name: 'Cancel booking' }).click();
  const question = page.getByRole('dialog', { name: `Cancel the booking of ${other.name}?` });
  await expect(question).toContainText('Trax is not connected here. We cancel in the store only');
  await question.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(panel).toContainText('Cancelled');
  await expect.poll(() => sandbox.fulfilledWith(other)).toEqual([]);
});

test('where a courier has several accounts, one is chosen to follow the parcels of the file', async ({
  newShop: { page, domain },
  sandbox,
}) => {
  const headers = { authorization: `Bearer ${tokenOf(await page.context().storageState())}` };
  const leopards = (account_name: string, api_key: string, api_password: string) => ({
    ...{ company: 'LEOPARD', account_name, api_key, api_password },
  });
  // The first account becomes the default one, so none of Leopards is.
  for (const data of [
    {
      ...{ company: 'POSTEX', account_name: 'PostEx', address_code: '001' },
      token: 'ZGVtby1wb3N0ZXgtdG9rZW46Y291cmllcmRlc2s',
    },
    leopards('Leopards one', 'second-leopard-key-9Z8Y7X6W5V', 'second-leopard-pass'),
    leopards('Leopards two', 'demo-leopard-key-1A2B3C4D5E6F', 'demo-leopard-pass'),
  ])
    await page.request.post('/api/v1/create-account', { headers, data, failOnStatusCode: true });
  const order = await sandbox.addOrder({ shop: domain });
  await untilListed(page, order.name);
  await page.goto('/dashboard/orders');
  await page.getByRole('button', { name: 'Bulk Fulfillment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bulk fulfillment' });
  const number = `LE${Date.now()}`;
  await sandbox.bookInPortal({ courier: 'LEOPARD', number });
  await choose(dialog, 'parcels.csv', `Order,CN,Courier\r\n${order.name},${number},Leopards\r\n`);
  const account = dialog.getByRole('combobox', { name: 'Leopards account' });
  await expect(account).toHaveValue('Leopards one');
  await expectAccessible(page);
  await account.click();
  await page.getByRole('option', { name: 'Leopards two' }).click();
  await dialog.getByRole('button', { name: 'Fulfil 1 order' }).click();
  await expect(dialog.getByRole('status').first()).toHaveText('1 order fulfilled.');
  await page.goto(`/dashboard/orders?shipment=${number}`);
  await expect(page.getByRole('dialog', { name: 'Order tracking info' })).toContainText('Leopards two');
});

test('of several files the first that can be read is taken, and what cannot be read says so', async ({
  ownerPage: page,
  browserErrors,
}, testInfo) => {
  await page.goto('/dashboard/orders');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import payments' });
  const alert = dialog.getByRole('alert');
  const torn = { name: 'torn.csv', text: 'CN,Paid\n"never closed,PAID\n' };

  await test.step('none of them', async () => {
    await drop(dialog, [torn, { name: 'empty.csv', text: '' }]);
    await expect(alert).toContainText('2 file(s) had processing errors');
    await expect(alert).toContainText('torn.csv: 1 file(s) had processing errors. Line 2');
    await expect(alert).toContainText('empty.csv: The uploaded file is not valid. It is empty.');
  });

  await test.step('a file that changed after it was chosen', async () => {
    const file = testInfo.outputPath('changed.csv');
    await writeFile(file, 'CN,Paid\n1,PAID\n');
    await page.evaluate(() => {
      const kept = document.createElement('input');
      kept.type = 'file';
      kept.id = 'kept';
      document.body.append(kept);
    });
    const kept = page.locator('input#kept');
    await kept.setInputFiles(file);
    // What the file is like is noted some time after it was chosen; when it has been read, it is.
    expect(await kept.evaluate((input: HTMLInputElement) => input.files?.[0]?.text())).toContain('1,PAID');
    await writeFile(file, 'CN,Paid\n1,PAID\n2,PAID\n');
    await zone(dialog).evaluate((element) => {
      const data = new DataTransfer();
      const lost = document.querySelector<HTMLInputElement>('#kept')?.files?.[0];
      if (lost) data.items.add(lost);
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }));
    });
    await expect(alert).toContainText('Failed to read file');
  });

  await test.step('what reads files is not there', async () => {
    browserErrors.expect(/csv-worker/);
    await page.route('**/csv-worker*', (route) => route.abort());
    await choose(dialog, 'good.csv', 'CN,Paid\n1,PAID\n');
    await expect(alert).toContainText('An unexpected error occurred while processing the file');
    await page.unrouteAll();
  });

  await test.step('the first good one', async () => {
    await drop(dialog, [
      torn,
      { name: 'first.csv', text: 'CN,Paid\nX1,PAID\n' },
      { name: 'second.csv', text: 'CN,Paid\n' },
    ]);
    await expect(dialog).toContainText('You can import one file at a time. This is first.csv.');
  });
});

type Parcel = { number: string; cod: number };

/** Two parcels of the demo's past that are not paid. */
async function unpaidParcels(askApi: AskApi, courier: Company, status = 'DELIVERED'): Promise<[Parcel, Parcel]> {
  const { data } = await askApi(getAllOrders, `?courier=${courier}&status=${status}&payment_status=UNPAID&limit=2`);
  const [first, second] = data.map(({ tracking_number: number, cod }) => ({ number, cod }));
  if (!first || !second) throw new Error('The demo shop has too few of them');
  return [first, second];
}

const zone = (dialog: Locator): Locator => dialog.getByText('or drop it here.');

const drop = (dialog: Locator, files: readonly { name: string; text: string }[]): Promise<void> =>
  zone(dialog).evaluate((element, given) => {
    const data = new DataTransfer();
    for (const { name, text } of given) data.items.add(new File([text], name, { type: 'text/csv' }));
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }));
  }, files);

const choose = (dialog: Locator, name: string, text: string): Promise<void> =>
  dialog.getByLabel('CSV file').setInputFiles({
    name,
    mimeType: name.endsWith('.csv') ? 'text/csv' : 'application/octet-stream',
    buffer: Buffer.from(text),
  });

async function assign(page: Page, dialog: Locator, field: string, heading: string): Promise<void> {
  await dialog.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: heading }).click();
}
