const number = new Intl.NumberFormat('en-US');

/** `1,240`. */
export const formatCount = (count: number): string => number.format(count);

/** A count with its noun: `1 row`, `1,240 rows`, `0 rows`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
