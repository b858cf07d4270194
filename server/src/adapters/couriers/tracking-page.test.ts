import { expect, test } from 'vitest';
import { trackingPage } from './tracking-page.ts';

test.each([
  ['LEOPARD', 'https://www.leopardscourier.com/tracking?cn=KI1%2F2'],
  ['MNP', 'https://www.mulphilog.com/tracking/KI1%2F2'],
  ['POSTEX', 'https://postex.pk/tracking?cn=KI1%2F2'],
  ['TCS', 'https://www.tcsexpress.com/track/KI1%2F2'],
] as const)('a parcel of %s is followed at %s', (company, address) => {
  expect(trackingPage(company, 'KI1/2')).toBe(address);
});
