/** One of several couriers' names of a city, for people to read: the longest that is not all capitals. */
export function readableCity(names: readonly string[]): string | undefined {
  const isShouted = (name: string): boolean => name === name.toUpperCase();
  return names.toSorted((a, b) => Number(isShouted(a)) - Number(isShouted(b)) || b.length - a.length)[0];
}
