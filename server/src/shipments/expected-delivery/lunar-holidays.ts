import { dateFormatter } from '@courierdesk/contract/dates';

/** First and last day of a time around a holiday, as month and day of the Islamic year. */
const holidays: readonly (readonly [month: number, first: number, last: number])[] = [
  // Eid al-Fitr, from the evening of the moon.
  [9, 29, 30],
  [10, 1, 5],
  // Eid al-Adha.
  [12, 9, 14],
  // Ashura.
  [1, 8, 11],
];

export function spansHoliday(from: number, to: number): boolean {
  for (let day = from; day <= to; day += 1) if (isAroundHoliday(day)) return true;
  return false;
}

const known = new Map<number, boolean>();

/**
 * True if couriers may be closed on this day since 1970. The sighting of the moon decides, so each holiday is counted with
 * a day on each side: Pakistan is often a day behind the calendar of Umm al-Qura.
 */
function isAroundHoliday(day: number): boolean {
  let around = known.get(day);
  if (around === undefined) {
    const { month, date } = islamicDate(day);
    around = holidays.some(([inMonth, first, last]) => month === inMonth && date >= first && date <= last);
    known.set(day, around);
  }
  return around;
}

function islamicDate(day: number): { month: number; date: number } {
  const parts = dateFormatter('en-u-ca-islamic-umalqura-nu-latn', {
    timeZone: 'UTC',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(new Date(day * 86_400_000));
  const numberOf = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return { month: numberOf('month'), date: numberOf('day') };
}
