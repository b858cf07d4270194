/** Sets an entry of a cache. Beyond `max` entries, drops the one that was set longest ago. */
export function setRecent<Key, Value>(cache: Map<Key, Value>, key: Key, value: Value, max: number): void {
  cache.delete(key);
  cache.set(key, value);
  const [oldest] = cache.keys();
  if (cache.size > max && oldest !== undefined) cache.delete(oldest);
}

/** How many accounts a process remembers. What it forgets, the next call shows again. */
export const maxRememberedAccounts = 10_000;
