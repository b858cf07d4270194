import { expect, test } from 'vitest';
import { networkOf, widerNetworkOf } from './network-of.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:aa:1:ffff:1:2:3', '2001:db8:aa:1::/64'],
  ['2001:0db8:00aa:0001::9', '2001:db8:aa:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8:aa:1::9]:51234', '2001:db8:aa:1::/64'],
])('limits count %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:aa:1:ffff:1:2:3', '2001:db8:aa::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
])('limits of a wider network count %s as %s', (ip, network) => {
  expect(widerNetworkOf(ip)).toBe(network);
});
