import { expect, test } from 'vitest';
import { pickUpText } from './pick-up-text.ts';

test('an account shows where its courier picks up, or that nobody chose it yet', () => {
  expect(pickUpText({ company: 'LEOPARD', fields: {} })).toBe('As registered with Leopards');
  expect(pickUpText({ company: 'LEOPARD', fields: { shipment_id: '2125655' } })).toBe('Shipper 2125655');
  expect(pickUpText({ company: 'POSTEX', fields: { address_code: '001' } })).toBe('Address 001');
  expect(pickUpText({ company: 'MNP', fields: {} })).toBe('Not chosen yet');
  const ofTcs = { shipper_address: '12 Mall Road', shipper_city: 'LAHORE' };
  expect(pickUpText({ company: 'TCS', fields: ofTcs })).toBe('12 Mall Road, LAHORE');
});
