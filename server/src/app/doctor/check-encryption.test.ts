import { expect, test } from 'vitest';
import { checkEncryption } from './check-encryption.ts';

const found = async (address: string, isEncrypted: boolean): Promise<string[]> =>
  (await checkEncryption('postgres://login:word@db.lawnhouse.pk/desk', isEncrypted, async () => ({ address }))).map(
    ({ level, sentence }) => `${level} ${sentence}`,
  );

test.each(['203.0.113.7', '2001:db8::7'])('a database at %s without TLS is a warning', async (address) => {
  expect(await found(address, false)).toEqual([
    expect.stringMatching(/^warning DATABASE_URL: the connection to db.lawnhouse.pk is not encrypted/),
  ]);
  expect(await found(address, true)).toEqual([]);
});

test.each(['127.0.0.1', '10.1.2.3', '172.18.0.2', '192.168.1.9', '100.64.0.3', '::1', 'fd12::5'])(
  'a database at %s, in a network of its own, needs no TLS',
  async (address) => {
    expect(await found(address, false)).toEqual([]);
  },
);

test('a database whose host is not found or has no name is no matter of encryption', async () => {
  const fails = () => Promise.reject(new Error('ENOTFOUND'));
  expect(await checkEncryption('postgres://login:word@db.lawnhouse.pk/desk', false, fails)).toEqual([]);
  expect(await checkEncryption('postgres://login:word@[::1]/desk', false)).toEqual([]);
});
