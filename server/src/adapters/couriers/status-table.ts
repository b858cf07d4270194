import type { StatusMeaning } from './courier.ts';

/** How a courier's word is compared: no case, hyphens for dashes, single spaces, nothing around it. */
export function normaliseStatus(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .trim();
}

/** A courier's words, by what they mean. */
export type StatusWords = readonly (readonly [StatusMeaning, readonly string[]])[];

/** Finds a status by its whole text. A text that is not in the table has no meaning. */
export function statusTable(groups: StatusWords): (text: string) => StatusMeaning | undefined {
  const meanings = new Map(
    groups.flatMap(([meaning, words]) => words.map((word) => [normaliseStatus(word), meaning] as const)),
  );
  return (text) => meanings.get(normaliseStatus(text));
}

/** The meanings that all couriers share. RTS means that the return has begun. Of those, only `returned` is final. */
export const meaning = {
  booked: { status: 'FULFILLED', final: false },
  underWay: { status: 'INPROCESS', final: false, moving: true },
  attempted: { status: 'INPROCESS', final: false, moving: true, attention: 'attempted' },
  held: { status: 'INPROCESS', final: false, moving: true, attention: 'held' },
  returnNext: { status: 'INPROCESS', final: false, moving: true, attention: 'return-next' },
  delivered: { status: 'DELIVERED', final: true, moving: true },
  returning: { status: 'RTS', final: false, moving: true },
  returnAttempted: { status: 'RTS', final: false, moving: true, attention: 'attempted' },
  returned: { status: 'RTS', final: true, moving: true },
  cancelled: { status: 'CANCELLED', final: true },
} as const satisfies Record<string, StatusMeaning>;
