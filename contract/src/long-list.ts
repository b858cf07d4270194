import * as z from 'zod';

/** The most faults that are looked for in a long list, and named in one error reply. */
export const maxFaults = 20;

type Bounds = {
  readonly max: number;
  /** Error message for more items than `max`. */
  readonly tooMany: string;
  readonly min?: number;
  /** Error message for fewer items than `min`, and for no list at all. */
  readonly tooFew?: string;
};

/**
 * An array that may have more than a hundred items. Reading stops after `maxFaults` faults; `z.array` goes on and
 * collects one for each item, and half a million of them take more memory than a server has. Checks belong in `bounds`:
 * a `.min()` or `.refine()` on the result makes a plain `z.array` of it.
 */
export function longList<Item extends z.ZodType>(item: Item, bounds: Bounds): z.ZodArray<Item> {
  const list = z
    .array(item, { error: bounds.tooFew })
    .min(bounds.min ?? 0, bounds.tooFew)
    .max(bounds.max, bounds.tooMany);
  const readAll = list._zod.run;
  list._zod.run = (payload, context) => {
    const items: unknown = payload.value;
    // Zod refuses other values, and lists of a wrong length, before it reads an item.
    if (!Array.isArray(items) || items.length < (bounds.min ?? 0) || items.length > bounds.max)
      return readAll(payload, context);
    const values: unknown[] = [];
    for (const [index, value] of items.entries()) {
      const read = item._zod.run({ value, issues: [] }, context);
      if (read instanceof Promise) throw new z.core.$ZodAsyncError();
      values.push(read.value);
      for (const issue of read.issues) payload.issues.push({ ...issue, path: [index, ...(issue.path ?? [])] });
      if (payload.issues.length >= maxFaults) break;
    }
    payload.value = values;
    return payload;
  };
  return list;
}
