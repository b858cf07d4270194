import { maxFileBytes } from '@courierdesk/contract/imports';
import { expect, it } from 'vitest';
import { fileProblem } from './check-file.ts';

const file = { name: 'payments.csv', type: 'text/csv', size: 100 };

it.each(['text/csv', 'application/vnd.ms-excel', 'text/plain', ''])('a .csv file of type "%s" is taken', (type) => {
  expect(fileProblem({ ...file, type })).toBeUndefined();
  expect(fileProblem({ ...file, name: 'PAYMENTS.CSV', type })).toBeUndefined();
});

it('other files are not', () => {
  expect(fileProblem({ ...file, name: 'payments.xlsx' })).toBe('Only CSV files are accepted');
  expect(fileProblem({ ...file, name: 'payments.csv.pdf', type: 'application/pdf' })).toBe(
    'Only CSV files are accepted',
  );
  expect(fileProblem({ ...file, type: 'image/png' })).toBe('Only CSV files are accepted');
});

it('5 MB is taken, a byte more is not', () => {
  expect(fileProblem({ ...file, size: maxFileBytes })).toBeUndefined();
  expect(fileProblem({ ...file, size: maxFileBytes + 1 })).toBe('File size exceeds 5MB limit');
});
