import { Id } from '@courierdesk/contract/ids';
import { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import { useSyncExternalStore } from 'react';
import * as z from 'zod';
import { printsKey } from './stored-session.ts';

/** A print that this browser waits for, stored so that a reload does not lose it. */
const PendingPrint = z.object({
  id: Id,
  kind: PrintKind,
  size: PaperSize,
  total: z.number(),
  /** Parcels of the same request that are printed later. */
  rest: z.array(Id),
});
export type PendingPrint = z.infer<typeof PendingPrint>;

const listeners = new Set<() => void>();
/** Prints whose download starts automatically while this page stays open. */
const followed = new Set<string>();
let known = { text: '', prints: [] as readonly PendingPrint[] };

export function addPendingPrint(print: PendingPrint): void {
  followed.add(print.id);
  store([...pendingPrints().filter(({ id }) => id !== print.id), print]);
}

export function removePendingPrint(id: string): void {
  followed.delete(id);
  store(pendingPrints().filter((print) => print.id !== id));
}

/** Its download no longer starts automatically: the person downloads it from its notice. */
export function unfollowPrint(id: string): void {
  followed.delete(id);
  for (const listener of listeners) listener();
}

export const downloadsAutomatically = (id: string): boolean => followed.has(id);

export const useDownloadsAutomatically = (id: string): boolean =>
  useSyncExternalStore(subscribe, () => downloadsAutomatically(id));

/** Unfinished prints of this browser; the same array until something changes. */
export function pendingPrints(): readonly PendingPrint[] {
  const text = localStorage.getItem(printsKey) ?? '[]';
  if (text !== known.text) known = { text, prints: parsed(text) };
  return known.prints;
}

export const usePendingPrints = (): readonly PendingPrint[] => useSyncExternalStore(subscribe, pendingPrints);

function parsed(text: string): readonly PendingPrint[] {
  try {
    return z.array(PendingPrint).catch([]).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

function store(prints: readonly PendingPrint[]): void {
  if (prints.length === 0) localStorage.removeItem(printsKey);
  else localStorage.setItem(printsKey, JSON.stringify(prints));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
