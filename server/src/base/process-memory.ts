/** What a process remembers between calls: one object for each subject, such as the tokens of the stores. */
export type ProcessMemory = {
  /** What `make` returned at the first call. It says how much is kept at most. */
  of<T>(make: () => T): T;
};

export function createProcessMemory(): ProcessMemory {
  const kept = new Map<() => unknown, unknown>();
  return {
    of<T>(make: () => T): T {
      if (!kept.has(make)) kept.set(make, make());
      return kept.get(make) as T;
    },
  };
}

/** A map that drops the entry that was set longest ago when it has more than `max`. */
export class RecentMap<Value> extends Map<string, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: string, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.keys();
    if (this.size > this.#max && oldest !== undefined) this.delete(oldest);
    return this;
  }

  /** The value of a key, a new one if there is none. It counts as set now. */
  recall(key: string, make: () => Value): Value {
    const value = this.get(key) ?? make();
    this.set(key, value);
    return value;
  }
}

/** How many accounts a process remembers. What it forgets, the next call shows again. */
export const maxRememberedAccounts = 10_000;
