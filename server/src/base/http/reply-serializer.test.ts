import { expect, it } from 'vitest';
import * as z from 'zod';
import { replySerializer } from './reply-serializer.ts';

const schema = z.object({ order: z.object({ name: z.string() }), total: z.number().int() });
const write = replySerializer({ schema, method: 'GET', url: '/orders' });

it('writes what the contract declares, and nothing else that a handler gave', () => {
  expect(write({ order: { name: '#1001', access_token: 'shpat_1' }, total: 1, secret: 'kept' })).toBe(
    '{"order":{"name":"#1001"},"total":1}',
  );
});

it('refuses a reply that is not what the contract says', () => {
  expect(() => write({ order: { name: '#1001' }, total: '1' })).toThrow('the reply of GET /orders');
});
