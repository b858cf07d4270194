import type { CourierBooking } from './courier.ts';
import { cutText } from '@courierdesk/contract/cut-text';

/** A text within a courier's limit: what does not fit is shown as cut, and handed back for the remarks. */
export function fit(text: string, max: number): { kept: string; rest: string } {
  const clean = oneLine(text);
  if (clean.length <= max) return { kept: clean, rest: '' };
  const kept = cutText(clean, max - 3).trimEnd();
  return { kept: `${kept}...`, rest: `...${clean.slice(kept.length).trimStart()}` };
}

export const cut = (text: string, max: number): string => fit(text, max).kept;

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What the parcel holds and which orders it answers, as it is printed on a label. */
export function contents(booking: CourierBooking): string {
  return [booking.orderNames.join(', '), booking.products].map(oneLine).filter(Boolean).join(': ');
}

/** The user's remarks, then everything else that the courier has no field for, each under its name. */
export function remarksWith(booking: CourierBooking, others: Readonly<Record<string, string>>): string {
  const named = Object.entries(others).flatMap(([name, text]) => (oneLine(text) ? [`${name}: ${oneLine(text)}`] : []));
  return [oneLine(booking.remarks), ...named].filter(Boolean).join('. ');
}

/** Kilograms of a booking, not below the courier's minimum (in grams). */
export const kilograms = (grams: number, minimum: number): number => Math.max(Math.round(grams), minimum) / 1000;

/** The longest pieces of at most `max` characters, broken at spaces where there are any; at most `count` of them. */
export function lines(text: string, max: number, count: number): { lines: string[]; rest: string } {
  const found: string[] = [];
  let left = oneLine(text);
  while (left !== '' && found.length < count) {
    if (left.length <= max) {
      found.push(left);
      left = '';
    } else {
      const last = found.length === count - 1;
      const piece = last ? fit(left, max) : broken(left, max);
      found.push(piece.kept);
      left = piece.rest;
      if (last) return { lines: found, rest: left };
    }
  }
  return { lines: found, rest: left };
}

function broken(text: string, max: number): { kept: string; rest: string } {
  const space = text.lastIndexOf(' ', max);
  const at = space > max / 2 ? space : cutText(text, max).length;
  return { kept: text.slice(0, at).trimEnd(), rest: text.slice(at).trimStart() };
}
