import { formatRupees } from '@courierdesk/contract/money';
import { dayOf } from '@courierdesk/contract/dates';
import { getAllOrders } from '@courierdesk/contract/shipments';
import type { Locator, Page } from '@playwright/test';
import type { AskApi } from './ask-api.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './test.ts';

test('a statement asks which of two columns is right, and a row that says “Unpaid” is skipped, also if it was included before another courier was chosen', async ({
  ownerPage: page,
  askApi,
}) => {
  const [first, second] = await deliveredUnpaid(askApi);
  const dialog = await openStatement(page);
  const line = (number: string, cod: number, paid: number, status: string): string =>
    `${number},Delivered,${cod},${paid},${status},${dayOf(new Date(), 'Asia/Karachi')},CH12`;
  await choose(dialog, 'november.csv', [
    'CN Number,Status,COD Amount,Amount Paid,Status,Payment Date,Cheque No',
    line(first.number, first.cod, first.cod - 100, ''),
    line(second.number, second.cod, second.cod, 'Unpaid'),
  ]);

  await expect(dialog.getByText('Choose a column for: payment status.')).toBeVisible();
  await expect(dialog.getByText('2 columns fit. Choose one.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Payment status' }).click();
  await page.getByRole('option', { name: 'Status (column 2)' }).click();

  const preview = dialog.getByRole('region', { name: 'What will change' });
  await expect(preview).toContainText('1 row contradicts what we know of its parcel');
  await expect(preview.getByRole('row').filter({ hasText: second.number })).toContainText(
    'The file also says “Unpaid”',
  );
  await expect(preview.getByRole('row').filter({ hasText: first.number })).toContainText('Rs 100 less than the COD');
  await expectAccessible(page);
  const include = preview.getByRole('checkbox', { name: 'Include 1 contradicting row' });
  await include.check();
  await expect(dialog.getByRole('button', { name: 'Import 2 payments' })).toBeEnabled();
  await dialog.getByRole('combobox', { name: 'Courier' }).click();
  await page.getByRole('option', { name: 'TCS' }).click();
  await expect(include).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Import 1 payment' }).click();
  await expect(dialog.getByRole('status').first()).toHaveText(
    '1 payment marked paid. 1 row skipped that contradicts its parcel.',
  );
  await page.goto(`/dashboard/orders?shipment=${first.number}`);
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(`Paid ${formatRupees(first.cod - 100)}`);
});

test('rows of a large file that are looked up again after another column was chosen are imported by that column', async ({
  ownerPage: page,
  askApi,
}) => {
  const [{ number }] = await deliveredUnpaid(askApi);
  await page.goto('/dashboard/imports');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import payments' });
  const rows = Array.from({ length: 60_000 }, (_, at) => `ZZ${100_000 + at},PAID,YY${100_000 + at}`);
  await choose(dialog, 'large.csv', ['CN,Paid,Other', `ZZ1000,PAID,${number}`, ...rows]);
  const column = dialog.getByRole('combobox', { name: 'Tracking number' });
  await expect(column).toHaveValue('CN');
  // The rows of the first column are still being packed.
  await column.click();
  await page.getByRole('option', { name: 'Other' }).click();
  const preview = dialog.getByRole('region', { name: 'What will change' });
  await expect(preview).toContainText('60,000 rows have errors', { timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Import 1 payment' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('1 payment marked paid. 60,000 rows failed.', { timeout: 60_000 });
  await page.goto(`/dashboard/orders?track=${number}`);
  await expect(page.getByRole('row').nth(1)).toContainText('Paid');
});

async function openStatement(page: Page): Promise<Locator> {
  await page.goto('/dashboard/imports');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import payments' });
  await dialog.getByText('Courier statement').click();
  return dialog;
}

type Parcel = { readonly number: string; readonly cod: number };

/** Parcels of the demo's past that TCS has delivered and not paid. Other tests take the newest. */
async function deliveredUnpaid(askApi: AskApi): Promise<[Parcel, Parcel]> {
  const { data } = await askApi(getAllOrders, '?courier=TCS&status=DELIVERED&payment_status=UNPAID&limit=4');
  const [first, second] = data.slice(2).map(({ tracking_number: number, cod }) => ({ number, cod }));
  if (!first || !second) throw new Error('The demo shop has too few of them');
  return [first, second];
}

const choose = (dialog: Locator, name: string, lines: readonly string[]): Promise<void> =>
  dialog
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) });
