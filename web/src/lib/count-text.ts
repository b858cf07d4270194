const number = new Intl.NumberFormat('en-US');

/** A count with its noun: `1 row`, `1,240 rows`, `0 rows`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;
