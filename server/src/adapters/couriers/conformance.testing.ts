import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  Courier,
  CourierAccess,
  CourierBooking,
  CourierCall,
  CourierTracking,
  NumberMismatch,
} from './courier.ts';
import { aBooking, failureOf, now, type CourierScript } from './courier-script.testing.ts';
import { createCourierHttp } from './http.ts';
import { htmlError, startScriptedCourier, type Answer, type ScriptedCourier } from './scripted-courier.testing.ts';

const lost: Readonly<Record<string, Answer>> = {
  'a connection that breaks': 'reset',
  'an answer that breaks off': 'break-off',
  'no answer in time': 'silence',
  'an error 500 in JSON': { status: 500, json: { Message: 'An error has occurred.' } },
  'a 502 page': htmlError(502),
  'a 404 page': htmlError(404),
  'a page of HTML with status 200': htmlError(200),
  'a redirect': { status: 302, headers: { location: '/elsewhere' } },
  'an empty answer': {},
  'half of a JSON text': { text: '{"status":1,"track_num' },
  'JSON of another shape': { json: 'ok' },
};

/** The facts that hold for every courier, over real HTTP. */
export function describeCourier(script: CourierScript): void {
  let server: ScriptedCourier;
  let courier: Courier;
  let accounts = 0;
  const http = createCourierHttp();
  let silent: string[] = [];
  const call: CourierCall = {
    http: (request) =>
      http(silent.some((path) => request.url.includes(path)) ? { ...request, timeoutMs: 100 } : request),
    now: () => now,
  };
  const account = (): CourierAccess => ({ cacheKey: `account ${accounts++}`, fields: script.fields });
  const answer = (next: Parameters<ScriptedCourier['answer']>[0]) => {
    silent = Object.keys(next).filter((path) => next[path] === 'silence');
    server.answer({ ...next, ...script.always });
  };
  const book = (booking = aBooking(script.city)) => courier.book(account(), booking, call);
  const asked = (path: string) => server.received.filter((request) => request.path.includes(path));
  const { paths } = script;

  beforeAll(async () => {
    server = await startScriptedCourier();
    courier = script.create(server.url);
  });
  afterAll(() => server.close());

  describe('booking', () => {
    test.each(script.booked)('resolves with the number $trackingNumber', async ({ answer: booked, trackingNumber }) => {
      answer({ [paths.book]: booked });
      const { trace, ...result } = await book();
      expect(result).toMatchObject({ trackingNumber });
      expect(trace).toMatchObject({ operation: 'book', status: 200 });
      expect(asked(paths.book)).toHaveLength(1);
    });

    test('sends reference, COD, pieces, weight, phones, remarks and contents', async () => {
      answer({ [paths.book]: script.booked[0]?.answer ?? {} });
      await book();
      const [request] = asked(paths.book);
      const sent = script.sent(request ?? failNow());
      expect(sent).toMatchObject({
        reference: 'CD1043-K7Q2MX',
        cod: 1500,
        pieces: 2,
        grams: 2000,
        phone: '03001234567',
      });
      for (const part of ['03217654321', '03331112223', 'Call before delivery', 'Lawn suit']) {
        expect(sent.everythingElse).toContain(part);
      }
      // PostEx has no field for it, and remarks are printed.
      expect(sent.everythingElse.includes('ayesha@example.com')).toBe(courier.company !== 'POSTEX');
    });

    test('cuts a text at each limit between whole characters, emoji and Urdu letters with their marks', async () => {
      answer({ [paths.book]: script.booked[0]?.answer ?? {} });
      await book();
      const { texts } = script.sent(asked(paths.book)[0] ?? failNow());
      const limits = [...new Set(texts.map(({ max }) => max))].filter((max) => max !== Infinity);
      const bookings = limits.flatMap((max) => longTexts(max).map((text) => ({ ...longBooking(script, text), text })));
      for (const { text, ...booking } of bookings) {
        answer({ [paths.book]: script.booked[0]?.answer ?? {} });
        await book(booking);
        const sent = script.sent(asked(paths.book)[0] ?? failNow());
        const written = new Set(charactersOf(text));
        for (const one of sent.texts) {
          expect(one.text.length).toBeLessThanOrEqual(one.max);
          expect(one.text.isWellFormed()).toBe(true);
          expect(charactersOf(one.text).filter((each) => !/^[ -~]+$/.test(each) && !written.has(each))).toEqual([]);
        }
      }
    });

    test('keeps further phones and the end of the address, however long the remark is', async () => {
      answer({ [paths.book]: script.booked[0]?.answer ?? {} });
      const usual = aBooking(script.city);
      const consignee = { ...usual.consignee, address: `${'Street '.repeat(32)}Watertank` };
      await book({ ...usual, consignee, remarks: 'Knock loudly. '.repeat(70) });
      const { everythingElse } = script.sent(asked(paths.book)[0] ?? failNow());
      for (const part of ['03217654321', '03331112223', 'Watertank', 'Knock']) {
        expect(everythingElse).toContain(part);
      }
    });

    test('survives a booking with nothing but what is required', async () => {
      answer({ [paths.book]: script.booked[0]?.answer ?? {} });
      const bare = aBooking(script.city);
      const consignee = { ...bare.consignee, email: '', phone2: '', phone3: '' };
      await expect(book({ ...bare, consignee, remarks: '', products: '', cod: 0 })).resolves.toMatchObject({
        trackingNumber: script.booked[0]?.trackingNumber,
      });
    });

    test.each(script.refused)('is rejected in the courier’s own words: $words', async ({ answer: refused, words }) => {
      answer({ [paths.book]: refused });
      const error = await failureOf(book());
      expect(error).toMatchObject({ kind: 'rejected', courierWords: words });
      expect(asked(paths.book)).toHaveLength(1);
    });

    test.each(script.unauthorised.map((one) => [JSON.stringify(one), one] as const))(
      'is not done when the credentials are refused: %s',
      async (_name, refused) => {
        answer({ [paths.book]: refused });
        expect((await failureOf(book())).kind).toBe('unauthorised');
      },
    );

    test.each(Object.entries({ ...lost, ...script.unclear }))(
      'is uncertain after %s, and asked only once',
      async (_name, unclear) => {
        answer({ [paths.book]: unclear });
        expect((await failureOf(book())).kind).toBe('uncertain');
        expect(asked(paths.book)).toHaveLength(1);
      },
    );

    test('is not done when the courier has too many calls, and says for how long', async () => {
      answer({
        [paths.book]: { status: 429, headers: { 'retry-after': '7' }, json: { message: 'Too many requests' } },
      });
      expect(await failureOf(book())).toMatchObject({ kind: 'unavailable', retryAfter: 7 });
    });

    test('is not done when there is no connection', async () => {
      const nowhere = script.create(await unusedAddress());
      const error = await failureOf(nowhere.book(account(), aBooking(script.city), call));
      expect(error.kind).toBe('unavailable');
    });

    test('that is given up after it was sent is uncertain', async () => {
      answer({ [paths.book]: 'silence' });
      const giveUp = new AbortController();
      const withSignal: CourierCall = {
        ...call,
        http: (request) => {
          const answered = http(request);
          if (request.changes) void arrival(server, paths.book).then(() => giveUp.abort());
          return answered;
        },
        signal: giveUp.signal,
      };
      expect((await failureOf(courier.book(account(), aBooking(script.city), withSignal))).kind).toBe('uncertain');
    });

    test('leaves no credential and no person in its errors', async () => {
      const secrets = Object.entries(script.fields)
        .filter(([name, value]) => /key|password|secret|token/.test(name) && value !== '')
        .map(([, value]) => value);
      for (const unclear of Object.values(lost)) {
        answer({ [paths.book]: unclear });
        const error = await failureOf(book());
        const kept = `${error.message} ${error.courierWords} ${JSON.stringify(error.trace)}`;
        expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
        expect(kept).not.toContain('03001234567');
        expect(kept).not.toContain('Ayesha');
      }
    });
  });

  describe('reading', () => {
    const reads: Record<string, { path: string; read: () => Promise<unknown> }> = {
      verify: { path: paths.verify, read: () => courier.verify(account(), call) },
      cities: { path: paths.cities, read: () => courier.cities(account(), call) },
      track: { path: paths.track, read: () => courier.track(account(), [script.tracked.known], call) },
      'look-up': {
        path: paths.lookUp,
        read: () => courier.findByReference(account(), { reference: 'CD1043-K7Q2MX', claimedAt: now }, call),
      },
    };
    const { 'a 404 page': _wrongPath, ...failures } = lost;

    test.each(Object.keys(reads))('%s is unavailable, never uncertain, whatever goes wrong', async (name) => {
      const { path, read } = reads[name] ?? failNow();
      for (const [what, failure] of Object.entries(failures)) {
        answer({ [path]: failure });
        expect((await failureOf(read())).kind, what).toBe('unavailable');
      }
      answer({ [path]: { status: 429 } });
      expect((await failureOf(read())).kind).toBe('unavailable');
    });

    test('a refused credential has its own error', async () => {
      for (const [name, { path, read }] of Object.entries(reads)) {
        answer({ [path]: { status: 401, json: { message: 'Unauthorized' } } });
        expect((await failureOf(read())).kind, name).toBe('unauthorised');
      }
    });

    test('credentials that work are confirmed in a sentence', async () => {
      answer({ [paths.verify]: script.verified.answer, ...script.verified.more });
      const { message } = await courier.verify(account(), call);
      expect(message).toMatch(/accepted/);
    });

    test('cities have one id each and tidy names', async () => {
      answer({ [paths.cities]: script.cities });
      const cities = await courier.cities(account(), call);
      expect(cities).toContainEqual(script.city);
      expect(new Set(cities.map((city) => city.id)).size).toBe(cities.length);
      for (const { name } of cities) {
        expect(name).toBe(name.trim());
        expect(name).not.toMatch(/only/i);
      }
    });
  });

  describe('tracking', () => {
    const track = async (...numbers: string[]): Promise<CourierTracking[]> => {
      answer(script.tracked.script);
      return courier.track(account(), numbers, call);
    };

    test('answers for each number in the order asked, and knows that one is unknown', async () => {
      const { known, unknown, status } = script.tracked;
      const tracked = await track(unknown, known);
      expect(tracked.map((one) => one.trackingNumber)).toEqual([unknown, known]);
      expect(tracked).toMatchObject([{ found: false }, { found: true, status: { status } }]);
    });

    test('gives events oldest first, each once', async () => {
      const tracked = await track(script.tracked.unknown, script.tracked.known);
      const times = tracked.flatMap((one) => (one.found ? one.events.map((event) => event.at.getTime()) : []));
      expect(times.length).toBeGreaterThan(1);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      const events = tracked.flatMap((one) => (one.found ? one.events.map((event) => JSON.stringify(event)) : []));
      expect(new Set(events).size).toBe(events.length);
    });

    test('an answer about another parcel says nothing of this one, and is reported', async () => {
      const { known, unknown } = script.tracked;
      for (const mistaken of script.mistaken.scripts) {
        for (const numbers of [[known], [known, unknown]]) {
          const mismatches: NumberMismatch[] = [];
          answer(mistaken);
          const tracked = await courier.track(account(), numbers, {
            ...call,
            onMismatch: (one) => mismatches.push(one),
          });
          expect(tracked).toEqual(numbers.map((trackingNumber) => ({ trackingNumber, found: false })));
          expect(mismatches.flatMap((one) => one.answered)).toContain(script.mistaken.another);
          expect(numbers).toEqual(expect.arrayContaining([...new Set(mismatches.flatMap((one) => one.asked))]));
        }
      }
    });

    test('of no number sends no call', async () => {
      expect(await track()).toEqual([]);
      expect(server.received).toEqual([]);
    });
  });

  describe('look-up by reference', () => {
    const find = () => courier.findByReference(account(), { reference: 'CD1043-K7Q2MX', claimedAt: now }, call);

    test('finds every consignment of exactly this reference, cancelled ones marked', async () => {
      answer(script.found.script);
      const found = await find();
      expect(found.map((one) => [one.trackingNumber, one.cancelled]).toSorted()).toEqual(
        [
          [script.found.live, false],
          [script.found.cancelled, true],
        ].toSorted(),
      );
      const { cod, phone } = script.found;
      expect(found.find((one) => !one.cancelled)).toMatchObject({
        reference: 'CD1043-K7Q2MX',
        ...(cod === undefined ? {} : { cod }),
        ...(phone === undefined ? {} : { phone }),
      });
    });

    test('that was booked today does not look older than the claim', async () => {
      answer(script.found.script);
      const older = (await find()).filter(({ bookedAt }) => bookedAt && bookedAt < now);
      expect(older).toEqual([]);
    });

    test('finds nothing without an error', async () => {
      answer(script.notFound);
      expect(await find()).toEqual([]);
    });
  });

  describe('cancelling', () => {
    if (script.cancelled && paths.cancel) describeCancelling(paths.cancel, script.cancelled);
    else describeRefusedCancelling();
  });

  function describeCancelling(path: string, answers: NonNullable<CourierScript['cancelled']>): void {
    const cancel = () => courier.cancel(account(), script.tracked.known, call);

    test('resolves when the courier confirmed it', async () => {
      answer({ [path]: answers.answer });
      await cancel();
      expect(asked(path)).toHaveLength(1);
    });

    test('is rejected in words', async () => {
      answer({ [path]: answers.refused });
      const error = await failureOf(cancel());
      expect(error.kind).toBe('rejected');
      expect(error.courierWords).not.toBe('');
    });

    test.each(Object.entries(lost))('is uncertain after %s, and asked only once', async (_name, unclear) => {
      answer({ [path]: unclear });
      expect((await failureOf(cancel())).kind).toBe('uncertain');
      expect(asked(path)).toHaveLength(1);
    });
  }

  function describeRefusedCancelling(): void {
    test('is refused without asking, since the courier has no call for it', async () => {
      answer({});
      expect(courier.abilities.cancel).toBe(false);
      expect((await failureOf(courier.cancel(account(), script.tracked.known, call))).kind).toBe('rejected');
      expect(server.received).toEqual([]);
    });
  }
}

const charactersOf = (text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

/** A family of four, an Urdu letter with its mark, and a flag: of each only the whole says what was meant. */
const cluster = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}\u06a9\u0650\u{1f1f5}\u{1f1f0}';

/** Texts in which the limit falls on every place of the cluster, once without a space and once with them. */
const longTexts = (max: number): string[] =>
  Array.from({ length: cluster.length + 16 }, (_, shift) => 'a'.repeat(max - shift)).flatMap((latin) => [
    latin + cluster.repeat(40),
    `${latin} ${cluster.repeat(3)} `.repeat(4),
  ]);

function longBooking(script: CourierScript, text: string): CourierBooking {
  const { consignee, ...rest } = aBooking(script.city);
  return { ...rest, consignee: { ...consignee, name: text, address: text }, products: text, remarks: text };
}

async function unusedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 1}`;
}

async function arrival(server: ScriptedCourier, path: string): Promise<void> {
  while (!server.received.some((request) => request.path.includes(path))) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function failNow(): never {
  throw new Error('the script is incomplete');
}
