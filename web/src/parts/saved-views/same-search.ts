/** Whether two searches of views ask for the same. A filter that is not set counts as missing. */
export const isSameSearch = (one: object, other: object): boolean => asText(one) === asText(other);

const asText = (search: object): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value !== undefined && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
