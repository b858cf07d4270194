import { expect, test } from 'vitest';
import { nextTrackAt } from './tracking-schedule.ts';

const day = 86_400_000;
const ended = new Date('2026-11-01T08:00:00Z');

test.each(['DELIVERED', 'RTS'])('a parcel that ended as %s is checked after 1, 3, 7, 14 and 21 days', (status) => {
  const parcel = {
    ...{ id: '1', status, final: true, booked_at: ended, status_at: ended, last_courier_update_at: ended },
    ...{ cancelled_at: null, courier_live: false, tracking_fingerprint: 'x' },
  };
  const days: number[] = [];
  for (let next = nextTrackAt(parcel, ended); next; next = nextTrackAt(parcel, next))
    days.push(Math.floor((next.getTime() - ended.getTime()) / day));
  expect(days).toEqual([1, 3, 7, 14, 21]);
});
