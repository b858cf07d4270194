import { useSyncExternalStore } from 'react';

/** A value outside of components: what calls `useSharedState` renders again after each write. */
type SharedState<Value> = {
  readonly read: () => Value;
  readonly write: (next: Value) => void;
  /** Returns the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
};

export function sharedState<Value>(initial: Value): SharedState<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    write: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useSharedState = <Value>({ subscribe, read }: Pick<SharedState<Value>, 'subscribe' | 'read'>): Value =>
  useSyncExternalStore(subscribe, read);
