/** Whether two searches of views ask for the same. */
export const isSameSearch = (one: object, other: object): boolean => searchAsText(one) === searchAsText(other);

/** The same for searches that ask for the same. A filter that is not set counts as missing. */
export const searchAsText = (search: object): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value !== undefined && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
