/** One number may make a courier refuse a whole list, and some refuse lists now and then. Halving finds what it answers. */
export function halvesOf<T>(list: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
}
