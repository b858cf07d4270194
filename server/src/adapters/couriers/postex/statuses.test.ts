import { describe, expect, test } from 'vitest';
import { describeStatusWords } from '../status-words.testing.ts';
import { postexCode, postexStatus } from './statuses.ts';

describe('words', () => {
  describeStatusWords(postexStatus, {
    FULFILLED: ['Unbooked', 'UnBooked', 'Booked', 'At MY SHOP Warehouse'],
    INPROCESS: [
      'Picked By PostEx',
      'En-Route to PostEx warehouse',
      'En-Route to Lahore warehouse',
      'En-Route to {14} warehouse',
      'Transferred',
      'PostEx WareHouse',
      'In Stock',
      'Out For Delivery',
      'Delivery En-Route',
    ],
    'INPROCESS, attempted': ['Attempted'],
    'INPROCESS, held': ['Delivery Under Review', 'Under Verification'],
    'INPROCESS, return-next': ['Return Requested'],
    RTS: ['Out For Return', 'Return In-Transit'],
    'RTS, final': ['Returned', 'Return'],
    'DELIVERED, final': ['Delivered'],
    'CANCELLED, final': ['Un-Assigned By Me', 'Cancelled', 'Expired'],
  });
});

test.each(['Auth', 'Account Auth', 'Void', 'Customer Requested'])('%s says nothing of where the parcel is', (word) => {
  expect(postexStatus(word)).toBeUndefined();
});

describe('codes of the history', () => {
  test.each([
    ['0001', 'FULFILLED'],
    ['0003', 'INPROCESS'],
    ['0031', 'INPROCESS'],
    ['0033', 'INPROCESS'],
    ['0035', 'INPROCESS'],
    ['0038', 'INPROCESS'],
    ['0004', 'INPROCESS'],
    ['0013', 'INPROCESS'],
    ['0008', 'INPROCESS'],
    ['0039', 'INPROCESS'],
    ['0005', 'DELIVERED'],
    ['0040', 'RTS'],
    ['0037', 'RTS'],
    ['0032', 'RTS'],
    ['0006', 'RTS'],
    ['0007', 'RTS'],
  ])('%s is %s', (code, status) => {
    expect(postexCode(code)?.status).toBe(status);
  });

  test('0002 is disputed and decides nothing', () => {
    expect(postexCode('0002')).toBeUndefined();
  });
});
