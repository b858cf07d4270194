import type { CourierCall } from './courier.ts';

/**
 * The rows of a tracking answer by the number that they were asked for. A row about any other number is not used: it is
 * reported, and the number that was asked for stays unknown.
 */
export function matchAnswers<Row>(
  call: CourierCall,
  asked: readonly string[],
  rows: readonly Row[],
  numberOf: (row: Row) => string,
): Map<string, Row> {
  const askedNumbers = new Map(asked.map((number) => [comparable(number), number]));
  const matched = new Map<string, Row>();
  const others: string[] = [];
  for (const row of rows) {
    const number = askedNumbers.get(comparable(numberOf(row)));
    if (number === undefined) others.push(numberOf(row));
    else matched.set(number, row);
  }
  if (others.length > 0) call.onMismatch?.({ asked, answered: others });
  return matched;
}

export const sameNumber = (one: string, other: string): boolean => comparable(one) === comparable(other);

const comparable = (number: string): string => number.trim().toUpperCase();
