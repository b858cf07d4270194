import { asMobile } from '@courierdesk/contract/phones';
import { numberIn } from '@courierdesk/contract/typed-numbers';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { Consignment } from './sandbox.ts';

type Field = {
  /** In the booking form; the side panel of a batch has the `beside` one. */
  label: string;
  beside: string;
  /** Other than what the order has. */
  text: string;
  /** What the courier got of it. Remarks hold contents too, because Leopards has no field for them. */
  sent: (parcel: Consignment) => string | number;
  /** What the text on the screen means. */
  read?: (shown: string) => string | number | undefined;
};

/** All with another value than an order to Lahore has. */
export const fields: readonly Field[] = [
  { ...alike('Consignee name'), text: 'Zainab Fatima', sent: ({ consignee }) => consignee.name },
  { ...alike('Phone'), text: '+92 321 7654321', sent: ({ consignee }) => consignee.phone, read: asMobile },
  { ...alike('Phone 2 (optional)'), text: '0333-1234567', sent: ({ consignee }) => consignee.phone2, read: asMobile },
  { ...alike('Phone 3 (optional)'), text: '00923451234567', sent: ({ consignee }) => consignee.phone3, read: asMobile },
  { ...alike('Email (optional)'), text: 'zainab@example.com', sent: ({ consignee }) => consignee.email },
  { ...alike('Consignee address'), text: 'Flat 7, Block C, Gulshan', sent: ({ consignee }) => consignee.address },
  { ...alike('Products list'), text: '3 x Shawl', sent: ({ remarks }) => /3 x Shawl/.exec(remarks)?.[0] ?? remarks },
  { ...alike('Pieces'), text: '3', sent: ({ pieces }) => pieces, read: (shown) => numberIn(shown, 'pieces') },
  {
    label: 'Weight',
    beside: 'Weight (g)',
    text: '1.25 kg',
    sent: ({ weight_grams: grams }) => grams,
    read: (shown) => numberIn(shown, 'grams'),
  },
  {
    ...alike('Remarks (optional)'),
    text: 'Ring twice',
    sent: ({ remarks }) => /Ring twice/.exec(remarks)?.[0] ?? remarks,
  },
  {
    label: 'COD amount',
    beside: 'COD (Rs)',
    text: '2,650',
    sent: ({ cod }) => cod,
    read: (shown) => numberIn(shown, 'rupees'),
  },
  {
    label: 'Destination city',
    beside: 'City',
    text: 'Multan',
    sent: ({ destination_city: city }) => city.toLowerCase(),
    read: (shown) => shown.toLowerCase(),
  },
];
function alike(label: string): Pick<Field, 'label' | 'beside'> {
  return { label, beside: label };
}

/** An open list has the label of its field too. */
export const fieldOf = (place: Page | Locator, label: string): Locator =>
  place.getByLabel(label, { exact: true }).first();

/** Key by key, as a person does. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.press('Control+a');
  await field.press('Delete');
  await field.pressSequentially(text);
}

/** What the screen says of each field, as it is meant. */
export async function readAll(
  place: Page | Locator,
  labelOf: (field: Field) => string,
): Promise<ReadonlyMap<string, string | number | undefined>> {
  const shown = new Map<string, string | number | undefined>();
  for (const field of fields) {
    const text = await fieldOf(place, labelOf(field)).inputValue();
    shown.set(field.label, field.read ? field.read(text) : text);
  }
  return shown;
}

/** Compares the screen before Book with what the courier got. */
export function expectSent(parcel: Consignment, shown: ReadonlyMap<string, string | number | undefined>): void {
  expect(Object.fromEntries(fields.map(({ label, sent }) => [label, sent(parcel)]))).toEqual(Object.fromEntries(shown));
  expect(shown.get('Destination city')).toBe('multan');
}
