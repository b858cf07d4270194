import crypto from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyQuery, verifyWebhook } from './hmac.ts';

const secrets = ['hush', 'previous-hush'];
const now = new Date('2026-11-20T10:00:00Z');
const timestamp = now.getTime() / 1000;
const shop = 'demo-store.myshopify.com';

test('a known vector verifies: Shopify’s published example', () => {
  const query =
    'code=0907a61c0c8d55e99db179b68161bc00&hmac=700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf' +
    '&shop=some-shop.myshopify.com&state=0.6784241404160823&timestamp=1337178173';
  expect(verifyQuery(query, ['hush'], new Date(1337178173_000))).toMatchObject({
    domain: 'some-shop.myshopify.com',
    code: '0907a61c0c8d55e99db179b68161bc00',
    state: '0.6784241404160823',
  });
});

test('a launch is read whichever parameters Shopify adds', () => {
  const query = signed(`host=YWRtaW4&locale=en&shop=${shop}&timestamp=${timestamp}`);
  expect(verifyQuery(query, secrets, now)).toMatchObject({ domain: shop, orderIds: [] });
});

test('a link of one order gives its id', () => {
  const query = signed(`id=5678901234&shop=${shop}&timestamp=${timestamp}`);
  expect(verifyQuery(query, secrets, now)?.orderIds).toEqual(['5678901234']);
});

test('a selection of two orders is signed as one list', () => {
  const hmac = sign(`ids=["11", "22"]&shop=${shop}&timestamp=${timestamp}`);
  const query = `ids[]=11&ids[]=22&shop=${shop}&timestamp=${timestamp}&hmac=${hmac}`;
  expect(verifyQuery(query, secrets, now)?.orderIds).toEqual(['11', '22']);
});

test('a selection of one order is signed as a list too', () => {
  const hmac = sign(`ids=["11"]&shop=${shop}&timestamp=${timestamp}`);
  const query = `ids%5B%5D=11&shop=${shop}&timestamp=${timestamp}&hmac=${hmac}`;
  expect(verifyQuery(query, secrets, now)?.orderIds).toEqual(['11']);
});

test.each(['locale=en GB', 'locale=en%20GB'])('a value with a space verifies when Shopify signed %s', (signedAs) => {
  const hmac = sign(`${signedAs}&shop=${shop}&timestamp=${timestamp}`);
  expect(verifyQuery(`locale=en+GB&shop=${shop}&timestamp=${timestamp}&hmac=${hmac}`, secrets, now)?.domain).toBe(shop);
});

test('the previous secret is accepted', () => {
  const query = signed(`shop=${shop}&timestamp=${timestamp}`, 'previous-hush');
  expect(verifyQuery(query, secrets, now)?.domain).toBe(shop);
});

test.each([
  ['another secret', signed(`shop=${shop}&timestamp=${timestamp}`, 'wrong')],
  ['a changed value', signed(`id=1&shop=${shop}&timestamp=${timestamp}`).replace('id=1', 'id=2')],
  ['an added value', `${signed(`shop=${shop}&timestamp=${timestamp}`)}&id=1`],
  ['no signature', `shop=${shop}&timestamp=${timestamp}`],
  ['an old link', signed(`shop=${shop}&timestamp=${timestamp - 91}`)],
  ['a link from the future', signed(`shop=${shop}&timestamp=${timestamp + 91}`)],
  ['no timestamp', signed(`shop=${shop}`)],
  ['a foreign host', signed(`shop=evil.example&timestamp=${timestamp}`)],
  ['a host that only looks like a store', signed(`shop=demo.myshopify.com.evil.example&timestamp=${timestamp}`)],
  ['a name given twice', `${signed(`id=1&shop=${shop}&timestamp=${timestamp}`)}&id=1`],
  ['a list beside a value of its name', `${signed(`ids=["1"]&shop=${shop}&timestamp=${timestamp}`)}&ids[]=1`],
  [
    'values moved into another value',
    signed(`host=x&id=1&shop=${shop}&timestamp=${timestamp}`).replace('host=x&id=1', 'host=x%26id%3D1'),
  ],
])('a query with %s is refused', (_what, query) => {
  expect(verifyQuery(query, secrets, now)).toBeUndefined();
});

test('a webhook verifies over its raw bytes, with either secret', () => {
  const body = Buffer.from('{"id": 1,  "note":"اردو"}');
  for (const secret of secrets) expect(verifyWebhook(body, base64(body, secret), secrets)).toBe(true);
});

test('a webhook with another body, another secret or no signature is refused', () => {
  const body = Buffer.from('{"id":1}');
  expect(verifyWebhook(Buffer.from('{"id": 1}'), base64(body, 'hush'), secrets)).toBe(false);
  expect(verifyWebhook(body, base64(body, 'wrong'), secrets)).toBe(false);
  expect(verifyWebhook(body, undefined, secrets)).toBe(false);
  expect(verifyWebhook(body, '', secrets)).toBe(false);
});

function signed(query: string, secret = 'hush'): string {
  return `${query}&hmac=${sign(query, secret)}`;
}

function sign(text: string, secret = 'hush'): string {
  return crypto.createHmac('sha256', secret).update(text).digest('hex');
}

function base64(body: Buffer, secret: string): string {
  return crypto.createHmac('sha256', secret).update(body).digest('base64');
}
