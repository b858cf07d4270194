/** A page of a list, and how many rows the whole list has. */
export type Listed<Row> = { readonly rows: readonly Row[]; readonly total: number };

export type ListChanges = {
  /** How many rows came, if that can be told. */
  readonly added: number | undefined;
  /** Rows of the page that are no longer in the list. */
  readonly gone: ReadonlySet<string>;
};

/** How a page differs from the one that is shown: undefined if the same rows are in the same places. */
export function changesOfList<Row>(
  shown: Listed<Row>,
  latest: Listed<Row>,
  rowKey: (row: Row) => string,
): ListChanges | undefined {
  const before = shown.rows.map(rowKey);
  const after = latest.rows.map(rowKey);
  if (before.length === after.length && before.every((key, place) => key === after[place])) return undefined;
  const stays = new Set(after);
  // Rows at the end may only have moved to the next page.
  const lastThatStays = before.findLastIndex((key) => stays.has(key));
  const gone = before.filter((key, place) => place < lastThatStays && !stays.has(key));
  const more = latest.total - shown.total;
  return { added: gone.length === 0 && more > 0 ? more : undefined, gone: new Set(gone) };
}
