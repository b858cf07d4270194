import type { Company } from '@courierdesk/contract/companies';
import { describe, expect, test } from 'vitest';
import type { CourierTracking } from './courier.ts';
import {
  faults,
  scansOfWay,
  timeOfScan,
  waysOf,
  writtenTime,
  type Way,
  type WrittenScan,
} from './histories.testing.ts';
import { readTracked as readLeopard } from './leopard/reading.ts';
import { TrackReply as LeopardReply } from './leopard/replies.ts';
import { readTracked as readMnp } from './mnp/reading.ts';
import { TrackReply as MnpReply } from './mnp/replies.ts';
import { readTracked as readPostex } from './postex/reading.ts';
import { TrackReply as PostexReply } from './postex/replies.ts';
import { TrackReply as TcsReply } from './tcs/replies.ts';
import { readTracked as readTcs } from './tcs/tracking.ts';

const now = new Date('2026-03-10T12:00:00Z');
const hourMs = 3_600_000;

type HistoryReader = {
  readonly company: Company;
  /** The courier's answer, read. The scans are oldest first. */
  read(scans: readonly WrittenScan[], order: 'oldest first' | 'newest first'): CourierTracking;
};

const inOrder = <T>(rows: readonly T[], order: string): T[] =>
  order === 'newest first' ? rows.toReversed() : [...rows];

const couriers: Record<string, HistoryReader> = {
  Leopards: {
    company: 'LEOPARD',
    read(scans, order) {
      const rows = scans.map(({ words, time }) => ({ Status: words, Activity_datetime: time }));
      const packet = { booked_packet_status: scans.at(-1)?.words, 'Tracking Detail': inOrder(rows, order) };
      const [parsed] = LeopardReply.parse({ status: 1, packet_list: [packet] }).packet_list;
      return readLeopard('LE1', parsed ?? failNow(), now);
    },
  },
  'M&P': {
    company: 'MNP',
    read(scans, order) {
      const rows = scans.map(({ words, time }, place) => ({
        ...{ TrackingTagID: String(place + 1), TransactionTime: time, Location: '', TrackingStatus: words },
      }));
      const reply = MnpReply.parse([{ tracking_Details: [{ CNTrackingDetail: inOrder(rows, order) }] }]);
      return readMnp('1', reply?.tracking_Details[0] ?? failNow(), now);
    },
  },
  PostEx: {
    company: 'POSTEX',
    read(scans, order) {
      const rows = scans.map(({ words, code = '', time }) => ({
        ...{ transactionStatusMessage: words, transactionStatusMessageCode: code, updatedAt: time },
      }));
      const record = { transactionStatus: scans.at(-1)?.words, transactionStatusHistory: inOrder(rows, order) };
      return readPostex('1', PostexReply.parse({ statusCode: '200', dist: record }).dist ?? failNow(), now);
    },
  },
  TCS: {
    company: 'TCS',
    read(scans, order) {
      const written = inOrder(scans, order);
      const row = ({ words, time }: WrittenScan) => ({ consignmentno: '1', datetime: time, status: words });
      const reply = TcsReply.parse({
        shipmentinfo: [{ consignmentno: '1' }],
        deliveryinfo: written.filter(({ code }) => code).map((scan) => ({ ...row(scan), code: scan.code })),
        checkpoints: written.filter(({ code }) => !code).map(row),
      });
      return readTcs('1', reply, now);
    },
  },
};

const timeOf = (place: number): Date => timeOfScan(now, place);
const scansOf = (way: Way): WrittenScan[] => scansOfWay(way, now);

const histories = (['oldest first', 'newest first'] as const).flatMap((order) =>
  (['DELIVERED', 'RTS'] as const).flatMap((end) =>
    Object.keys(faults).flatMap((fault) => [0, 1, 2, 3, 4].map((place) => ({ order, end, fault, place }))),
  ),
);

describe.each(Object.entries(couriers))('%s, with its scans', (_name, { company, read }) => {
  const ways = waysOf[company];
  const cases = histories.map((one) => ({ ...one, words: ways[one.end][one.place]?.[0] ?? '' }));

  test.each(cases)('$order, $fault $words: the parcel stays $end', ({ order, end, fault, place }) => {
    const tracking = read(faults[fault]?.(scansOf(ways[end]), place, now) ?? [], order);
    const found = tracking.found ? tracking : failNow();
    expect(found.status).toMatchObject({ status: end, final: true });
    expect(found.events.filter(({ at }) => at > now)).toEqual([]);
    // The last scan is not before the one before it, and not in the future.
    expect(found.statusAt?.getTime()).toBeGreaterThanOrEqual(timeOf(3).getTime());
    expect(found.statusAt?.getTime()).toBeLessThanOrEqual(now.getTime());
  });

  test('a time in the future says nothing about the sequence of the scans', () => {
    const way = ways.RTS.slice(0, 3);
    const scans = faults['a time 30 days ahead at']?.(scansOf(way), 1, now) ?? [];
    for (const order of ['oldest first', 'newest first'] as const)
      expect(read(scans, order)).toMatchObject({ statusText: way[2]?.[0] });
  });

  test.each(['DELIVERED', 'RTS'] as const)('scans without a readable time still say that the parcel is %s', (end) => {
    const scans = scansOf(ways[end]).map((scan) => ({ ...scan, time: 'at noon' }));
    expect(read(scans, 'oldest first')).toMatchObject({
      status: { status: end, final: true },
      statusText: scans.at(-1)?.words,
      events: [],
    });
  });

  test('newest word not known: it is told, and the way is known', () => {
    const way = ways.DELIVERED.slice(0, 4);
    const scans = [...scansOf(way), { words: 'Gate Pass Issued', time: writtenTime(timeOf(4)) }];
    expect(read(scans, 'oldest first')).toMatchObject({
      status: { status: 'INPROCESS' },
      unknownWords: 'Gate Pass Issued',
      statusText: 'Gate Pass Issued',
    });
  });

  test('none of the words known: nothing is said of the way', () => {
    const scans = [{ words: 'Gate Pass Issued', time: writtenTime(timeOf(1)) }];
    expect(read(scans, 'oldest first')).toMatchObject({ status: undefined, unknownWords: 'Gate Pass Issued' });
  });

  test('delivered and later on its way back: the later word counts', () => {
    const scans = [...scansOf(ways.DELIVERED), ...scansOf(ways.RTS).slice(3)].map((scan, place) => ({
      ...scan,
      time: writtenTime(new Date(now.getTime() - (30 - place) * hourMs)),
    }));
    expect(read(scans, 'oldest first')).toMatchObject({ status: { status: 'RTS', final: true } });
    expect(read(scans.slice(0, -1), 'oldest first')).toMatchObject({ status: { status: 'RTS', final: false } });
  });
});

test('at least 120 histories of each courier are read', () => {
  expect(histories.length).toBeGreaterThanOrEqual(120);
});

function failNow(): never {
  throw new Error('the courier found nothing');
}
