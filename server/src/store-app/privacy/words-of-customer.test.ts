import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { patternsOf, type KnownOfCustomer } from './words-of-customer.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const nothingKnown: KnownOfCustomer = { names: [], emails: [], phones: [], addresses: [], notes: [] };

async function replaced(text: string, pattern: string | undefined): Promise<string> {
  if (!pattern) return text;
  const { rows } = await client.query<{ text: string }>(`select regexp_replace($1, $2, 'Erased', 'gi') as text`, [
    text,
    pattern,
  ]);
  return rows[0]?.text ?? '';
}

test.for([
  [{ names: ['Zain'] }, 'Zainab paid, Zain did not', 'Zainab paid, Zain did not'],
  [{ names: ['Ali Khan'] }, 'Wali Khan, Ali Khanum and Ali  Khan', 'Wali Khan, Ali Khanum and Erased'],
  [{ names: ['علی خان'] }, 'علی خانم اور علی خان', 'علی خانم اور Erased'],
  [{ addresses: ['Lahore'] }, 'Lahore to Karachi', 'Lahore to Karachi'],
  [{ addresses: ['House 1, Block 2'] }, 'House 1, Block 22; House 1, Block 2.', 'House 1, Block 22; Erased.'],
  [{ emails: ['li@shop.pk'] }, 'ali@shop.pk, LI@shop.pk', 'ali@shop.pk, Erased'],
  [{ phones: ['03217654321'] }, '5032176543219, call+92 321-7654321', '5032176543219, callErased'],
] satisfies [Partial<KnownOfCustomer>, string, string][])(
  'in texts about anybody, %o leaves other people’s words: %s',
  async ([known, text, expected]) => {
    expect(await replaced(text, patternsOf({ ...nothingKnown, ...known }).anywhere)).toBe(expected);
  },
);

test('in texts about their own parcels, single names and notes are found as well, but not within other words', async () => {
  const { ownParcels } = patternsOf({
    ...nothingKnown,
    names: ['Zain Khan'],
    addresses: ['Haveli'],
    notes: ['ring twice'],
  });
  expect(await replaced('Zain said: ring twice at Haveli. Zainab Khanum signed.', ownParcels)).toBe(
    'Erased said: Erased at Erased. Zainab Khanum signed.',
  );
});

test('a name is found after a line break that JSON wrote', async () => {
  const { anywhere } = patternsOf({ ...nothingKnown, names: ['Ali Khan'] });
  expect(await replaced(JSON.stringify({ note: 'for\nAli\nKhan' }), anywhere)).toBe(String.raw`{"note":"for\nErased"}`);
});

test('in JSON only texts lose the words: its structure and its numbers stay', async () => {
  const { ownParcels } = patternsOf({ ...nothingKnown, names: ['": "', 'Ali Khan'], notes: ['2500'] });
  const { rows } = await client.query<{ erased: unknown }>('select erase_words_in_json($1, $2) as erased', [
    JSON.stringify({ amount: 2500, changes: [{ was: 'Rs 2500', now: 'for\nAli Khan' }, []], note: null }),
    ownParcels,
  ]);
  expect(rows[0]?.erased).toEqual({
    amount: 2500,
    changes: [{ was: 'Rs Erased', now: 'for\nErased' }, []],
    note: null,
  });
});
