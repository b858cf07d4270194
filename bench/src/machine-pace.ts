import { performance } from 'node:perf_hooks';
import { gunzipSync, gzipSync } from 'node:zlib';
import { median } from './statistics.ts';

const rows = Array.from({ length: 200 }, (_, index) => ({
  id: index.toString(16).padStart(24, '0'),
  tracking_number: `KI${7_500_000 + index * 37}`,
  order_name: `#${1000 + index}`,
  consignee_name: ['Ayesha Siddiqui', 'Muhammad Bilal Khan', 'Hina Qureshi'][index % 3],
  destination_city: ['Karachi', 'Lahore', 'Rawalpindi', 'Faisalabad'][index % 4],
  cod: 450 + ((index * 7919) % 9000),
  booking_date: new Date(Date.UTC(2026, 9, 1 + (index % 30), 8, index % 60)).toISOString(),
}));

/**
 * Milliseconds that one core takes for a fixed piece of work: a list written as JSON,
 * compressed, unpacked and read again.
 */
export function fixedTask(): number {
  const startedAt = performance.now();
  for (let round = 0; round < 5; round += 1)
    JSON.parse(gunzipSync(gzipSync(JSON.stringify(rows), { level: 2 })).toString('utf8'));
  return performance.now() - startedAt;
}

/** The usual time of the fixed task. Use it to compare times of two runs or machines. */
export function machinePace(): number {
  for (let warmUp = 0; warmUp < 40; warmUp += 1) fixedTask();
  return median(Array.from({ length: 60 }, fixedTask));
}
