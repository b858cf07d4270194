import { expect, it } from 'vitest';
import { bounded } from './bounded.ts';
import { changesOf } from './changes-of.ts';

it('phone numbers and email addresses in a recorded text are masked', () => {
  const said = bounded('Call 0300-1234567 or write to ayesha@example.com about LE7501234567');
  expect(said).toBe('Call •••567 or write to a••• about LE7501234567');
});

it('a recorded field with the name of a secret is hidden, however deep it is', () => {
  expect(bounded({ account: { api_key: 'k-1', company: 'TCS' } })).toEqual({
    account: { api_key: '•••', company: 'TCS' },
  });
});

it('recorded texts and lists are cut, so that an event stays small', () => {
  expect(bounded('x'.repeat(1_000))).toHaveLength(300);
  expect(bounded(Array.from({ length: 500 }, (_, index) => index))).toHaveLength(100);
});

it('only listed fields that differ are recorded, each as its kind says', () => {
  const before = { name: 'Ayesha', email: 'ayesha@example.com', phone: '03001234567', password: '12345678', note: 'a' };
  const after = { name: 'Ayesha', email: 'bilal@example.com', phone: '', password: '87654321', note: 'b' };
  const fields = { name: 'shown', email: 'email', phone: 'phone', password: 'hidden' } as const;
  expect(changesOf(before, after, fields)).toEqual({
    email: { before: 'a•••', after: 'b•••' },
    phone: { before: '•••567', after: '' },
    password: { before: '•••', after: '•••' },
  });
});
