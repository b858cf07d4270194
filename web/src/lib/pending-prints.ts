import { Id } from '@courierdesk/contract/ids';
import { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import { useSyncExternalStore } from 'react';
import * as z from 'zod';
import { sharedState, useSharedState } from './shared-state.ts';
import { stored } from './stored.ts';
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

const storedPrints = stored('local', printsKey, z.array(PendingPrint));
const none: readonly PendingPrint[] = [];
const allPrints = (): readonly PendingPrint[] => storedPrints.read() ?? none;

/** Prints whose file this page opens or downloads as soon as it is ready. */
const delivered = sharedState<readonly string[]>([]);

/** `print` has begun, and this page delivers its file. */
export function addPendingPrint(print: PendingPrint): void {
  change([...allPrints().filter(({ id }) => id !== print.id), print], [...delivered.read(), print.id]);
}

export function removePendingPrint(id: string): void {
  change(
    allPrints().filter((print) => print.id !== id),
    without(id),
  );
}

/** This page no longer delivers its file: the person downloads it from its notice. */
export const leavePrintToPerson = (id: string): void => change(allPrints(), without(id));

const without = (id: string): readonly string[] => delivered.read().filter((one) => one !== id);

/** Unfinished prints of this browser that the person downloads: a reload interrupted them, or something failed. */
export const printsLeftToPerson = (
  prints: readonly PendingPrint[] = allPrints(),
  except: readonly string[] = delivered.read(),
): readonly PendingPrint[] => prints.filter(({ id }) => !except.includes(id));

export const usePrintsLeftToPerson = (): readonly PendingPrint[] =>
  printsLeftToPerson(useSyncExternalStore(subscribe, allPrints), useSharedState(delivered));

function change(prints: readonly PendingPrint[], nowDelivered: readonly string[]): void {
  if (prints.length === 0) storedPrints.remove();
  else storedPrints.write([...prints]);
  delivered.write(nowDelivered);
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = delivered.subscribe(listener);
  addEventListener('storage', listener);
  return () => {
    unsubscribe();
    removeEventListener('storage', listener);
  };
}
