import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPicture } from '../../testing/a-picture.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let noisy: string;
let quiet: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  [noisy, quiet] = [await aToken(), await aToken()];
});
afterAll(() => server?.close());

async function aToken(): Promise<string> {
  const { shopId } = await aShop(server.context);
  return (await aUser(server.context, shopId)).token;
}

/** The calls of another shop, one after the other, until the noise is over. */
async function quietCalls(noise: Promise<unknown>): Promise<{ status: number; ms: number }[]> {
  const calls: { status: number; ms: number }[] = [];
  const theNoise = { over: false };
  void noise.then(() => (theNoise.over = true));
  while (!theNoise.over) {
    const start = performance.now();
    const { status } = await server.call('GET', 'get-accounts', { token: quiet });
    calls.push({ status, ms: performance.now() - start });
  }
  return calls;
}

async function expectQuiet(noise: Promise<Answer[]>): Promise<void> {
  const [answers, calls] = await Promise.all([noise, quietCalls(noise)]);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(11);
  for (const { headers, body } of refused) {
    expect(headers.get('retry-after')).toBe('5');
    expect(body.errors[0].msg).toBe(
      'Your shop has many papers and pictures under way. Wait until they are ready, then try again.',
    );
  }
  expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
  const times = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  expect(times[Math.floor(times.length / 2)], 'the median of the other shop’s calls in ms').toBeLessThan(500);
}

test('sixty label previews at once are drawn in turn or refused, and another shop does not wait for them', async () => {
  const { revision: _revision, ...labels } = (await server.call('GET', 'shop-look', { token: noisy })).body.data.labels;
  await expectQuiet(
    Promise.all(
      Array.from({ length: 60 }, () =>
        server.call('POST', 'shop-look/label-preview', { token: noisy, body: { ...labels, shipper_name: 'فاطمہ ﷺ' } }),
      ),
    ),
  );
});

test('forty large pictures at once are read in turn or refused, and another shop does not wait for them', async () => {
  const image = await aPicture({ width: 3000, height: 3000 });
  await expectQuiet(
    Promise.all(
      Array.from({ length: 40 }, () => server.call('PUT', 'shop-look/logo', { token: noisy, body: { image } })),
    ),
  );
});
