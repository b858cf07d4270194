import { describe, expect, test } from 'vitest';
import { describeStatusWords } from '../status-words.testing.ts';
import { tcsCode, tcsStatus } from './statuses.ts';

describe('words', () => {
  describeStatusWords(tcsStatus, {
    FULFILLED: ['Booked'],
    INPROCESS: [
      'Arrived at TCS Facility',
      'Departed from TCS Facility',
      'In Transit',
      'Shipment Picked',
      'Out For Delivery',
      'Scheduled for Delivery',
    ],
    'INPROCESS, attempted': [
      'Bad Address',
      'Unable To Contact',
      'Unable to deliver',
      'Refused Delivery',
      'Recipient Refused',
      'Recipient Refused To Pay',
    ],
    'INPROCESS, held': ['Awaiting Receiver Collection', 'On Hold', 'Shipment On Hold'],
    'INPROCESS, return-next': ['Ready For Return'],
    RTS: ['Return In Transit', 'Return To Origin', 'Shipment Returned To Origin'],
    'RTS, final': ['Returned To Shipper'],
    'DELIVERED, final': ['Delivered', 'Shipment Delivered'],
    'CANCELLED, final': ['Cancelled'],
  });
});

describe('codes', () => {
  test.each([
    ['OFD', 'INPROCESS', undefined],
    ['SC', 'INPROCESS', 'held'],
    ['SD', 'INPROCESS', undefined],
    ['OH', 'INPROCESS', 'held'],
    ['BA', 'INPROCESS', 'attempted'],
    ['NP', 'INPROCESS', 'attempted'],
    ['UV', 'INPROCESS', 'attempted'],
    ['FOK', 'INPROCESS', 'held'],
    ['DBC', 'INPROCESS', undefined],
    ['DFC', 'INPROCESS', undefined],
    ['DAE', 'INPROCESS', undefined],
    ['DFM', 'INPROCESS', undefined],
    ['RD', 'INPROCESS', 'attempted'],
    ['RR', 'INPROCESS', 'return-next'],
    ['RT', 'RTS', undefined],
    ['RO', 'RTS', undefined],
    ['RS', 'RTS', undefined],
  ])('%s is %s', (code, status, attention) => {
    expect(tcsCode(code)?.status).toBe(status);
    expect(tcsCode(code)?.attention).toBe(attention);
  });

  test('only RS ends a return', () => {
    expect(['RR', 'RT', 'RO', 'RS'].filter((code) => tcsCode(code)?.final)).toEqual(['RS']);
  });

  test.each(['OK', 'CN', 'XX'])('%s decides nothing without its text', (code) => {
    expect(tcsCode(code)).toBeUndefined();
  });
});
