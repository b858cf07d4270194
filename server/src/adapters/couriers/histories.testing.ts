import type { Company } from '@courierdesk/contract/companies';
import { pakistanDateTime, pakistanDay } from './pakistan-time.ts';

/**
 * Histories of scans as couriers send them when something is wrong with them: words that we do not know, missing times, days
 * without a time, times in the future, and scans sent twice. What a parcel has reached does not change by it.
 */

const hourMs = 3_600_000;

/** `time` is written as the courier would. */
export type WrittenScan = { readonly words: string; readonly code?: string; readonly time: string };
export type Way = readonly (readonly [words: string, code?: string])[];

/** How a parcel comes to its end, in the courier's words. */
export const waysOf: Readonly<Record<Company, Readonly<Record<'DELIVERED' | 'RTS', Way>>>> = {
  LEOPARD: {
    DELIVERED: [
      ['Consignment Booked'],
      ['Shipment Picked'],
      ['Arrived at Station'],
      ['Assign to Courier'],
      ['Delivered'],
    ],
    RTS: [['Shipment Picked'], ['Assign to Courier'], ['Refused'], ['Being Return'], ['Returned to shipper']],
  },
  MNP: {
    DELIVERED: [['Booked'], ['Picked'], ['Arrived at Origin'], ['Out for Delivery'], ['Delivered']],
    RTS: [['Picked'], ['Out for Delivery'], ['Undelivered'], ['Return - In Transit'], ['Return to Shipper']],
  },
  POSTEX: {
    DELIVERED: [
      ['Booked', '0001'],
      ['PostEx WareHouse', '0003'],
      ['En-Route to Lahore warehouse', '0031'],
      ['Out For Delivery', '0004'],
      ['Delivered', '0005'],
    ],
    RTS: [
      ['PostEx WareHouse', '0003'],
      ['Out For Delivery', '0004'],
      ['Attempted', '0013'],
      ['Out For Return', '0040'],
      ['Returned', '0006'],
    ],
  },
  TCS: {
    DELIVERED: [
      ['Shipment Picked'],
      ['Arrived at TCS Facility'],
      ['In Transit'],
      ['Out For Delivery'],
      ['Delivered', 'OK'],
    ],
    RTS: [
      ['Shipment Picked'],
      ['Out For Delivery'],
      ['Refused Delivery'],
      ['Return In Transit'],
      ['Returned To Shipper'],
    ],
  },
};

export function writtenTime(at: Date): string {
  const [day = '', time = ''] = pakistanDateTime(at).split(' ');
  return `${day.split('/').toReversed().join('-')} ${time}`;
}

/** The scans of a way are eight hours apart; the fifth is eight hours before `now`. */
export const timeOfScan = (now: Date, place: number): Date => new Date(now.getTime() - (40 - place * 8) * hourMs);

export const scansOfWay = (way: Way, now: Date): WrittenScan[] =>
  way.map(([words, code = ''], place) => ({ words, code, time: writtenTime(timeOfScan(now, place)) }));

type Fault = (scans: readonly WrittenScan[], place: number, now: Date) => WrittenScan[];
const withTime =
  (time: (at: Date, now: Date) => string): Fault =>
  (scans, place, now) =>
    scans.map((scan, index) => (index === place ? { ...scan, time: time(timeOfScan(now, place), now) } : scan));

/** What a courier does to the scan at one place. */
export const faults: Readonly<Record<string, Fault>> = {
  'words that we do not know after': (scans, place, now) =>
    scans.toSpliced(place + 1, 0, {
      words: 'Gate Pass Issued',
      code: '',
      time: writtenTime(new Date(timeOfScan(now, place).getTime() + hourMs)),
    }),
  'no time at': withTime(() => ''),
  'a day without a time at': withTime((at) => pakistanDay(at)),
  'a time 30 days ahead at': withTime((_at, now) => writtenTime(new Date(now.getTime() + 720 * hourMs))),
  'an empty date at': withTime(() => '0000-00-00 00:00:00'),
  'sent twice:': (scans, place) => scans.flatMap((scan, index) => (index === place ? [scan, scan] : [scan])),
  'sent again at the end:': (scans, place) => [...scans, ...scans.slice(place, place + 1)],
};
