import { maxFileBytes } from '@courierdesk/contract/imports';
import { expect, it } from 'vitest';
import { whyNotTaken } from './check-file.ts';

const file = { name: 'payments.csv', type: 'text/csv', size: 100 };

it.each(['text/csv', 'application/vnd.ms-excel', 'text/plain', ''])('a .csv file of type "%s" is taken', (type) => {
  expect(whyNotTaken({ ...file, type })).toBeUndefined();
  expect(whyNotTaken({ ...file, name: 'PAYMENTS.CSV', type })).toBeUndefined();
});

it('other files are not', () => {
  expect(whyNotTaken({ ...file, name: 'payments.xlsx' })).toBe('Only CSV files are accepted');
  expect(whyNotTaken({ ...file, name: 'payments.csv.pdf', type: 'application/pdf' })).toBe(
    'Only CSV files are accepted',
  );
  expect(whyNotTaken({ ...file, type: 'image/png' })).toBe('Only CSV files are accepted');
});

it('5 MB is taken, a byte more is not', () => {
  expect(whyNotTaken({ ...file, size: maxFileBytes })).toBeUndefined();
  expect(whyNotTaken({ ...file, size: maxFileBytes + 1 })).toBe('File size exceeds 5MB limit');
});
