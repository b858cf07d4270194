import { cutText } from '@courierdesk/contract/cut-text';
import type { CourierBooking } from './courier.ts';

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A text within a courier's limit. `...` marks where it was cut; `rest` is what was cut off, for the remarks. */
export function fitText(text: string, max: number): { kept: string; rest: string } {
  const clean = oneLine(text);
  if (clean.length <= max) return { kept: clean, rest: '' };
  const kept = cutText(clean, max - 3).trimEnd();
  return { kept: `${kept}...`, rest: `...${clean.slice(kept.length).trimStart()}` };
}

/** As `fitText`, where the rest has no other place. */
export const cutToFit = (text: string, max: number): string => fitText(text, max).kept;

/** At most `count` lines of at most `max` characters, broken at spaces where possible. */
export function wrapText(text: string, max: number, count: number): { lines: string[]; rest: string } {
  const lines: string[] = [];
  let left = oneLine(text);
  while (left !== '' && lines.length < count - 1) {
    const end = endOfLine(left, max);
    lines.push(left.slice(0, end).trimEnd());
    left = left.slice(end).trimStart();
  }
  if (left === '') return { lines, rest: '' };
  const last = fitText(left, max);
  return { lines: [...lines, last.kept], rest: last.rest };
}

function endOfLine(text: string, max: number): number {
  if (text.length <= max) return text.length;
  const space = text.lastIndexOf(' ', max);
  return space > max / 2 ? space : cutText(text, max).length;
}

/** What is in the parcel and for which orders, as the label shows it. */
export function describeContents(booking: CourierBooking): string {
  return [booking.orderNames.join(', '), booking.products].map(oneLine).filter(Boolean).join(': ');
}

/**
 * The user's remarks between texts that the courier has no field for, each with its name. A courier's limit cuts the end, so
 * what the rider needs to find the customer is `before`.
 */
export function remarksWith(
  booking: CourierBooking,
  { before = {}, after = {} }: { before?: Texts; after?: Texts },
): string {
  return [...named(before), oneLine(booking.remarks), ...named(after)].filter(Boolean).join('. ');
}

type Texts = Readonly<Record<string, string>>;

const named = (texts: Texts): string[] =>
  Object.entries(texts).flatMap(([name, text]) => (oneLine(text) ? [`${name}: ${oneLine(text)}`] : []));
