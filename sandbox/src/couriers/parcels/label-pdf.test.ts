import { expect, test } from 'vitest';
import { printable } from './label-pdf.ts';

test.each([
  ['فاطمہ Khan', 'Khan'],
  ['فاطمہ خان', ''],
  ['House 5, گلی 3', 'House 5, 3'],
  ['Café Zoë', 'Café Zoë'],
])('the simulated papers print of "%s" what their font has', (text, printed) => {
  expect(printable(text)).toBe(printed);
});
