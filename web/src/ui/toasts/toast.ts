import { messageOf } from '../../lib/failures.ts';

/** How long a toast stays. */
const alertLifetimeMs = 5_000;

export type Toast = { readonly id: string; readonly message: string; readonly error: boolean };

let toasts: readonly Toast[] = [];
let count = 0;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Shows and announces a message. The same `id` replaces an earlier message. */
export function showToast(
  message: string,
  { error = false, id = `toast-${++count}` }: { error?: boolean; id?: string } = {},
): void {
  change([...toasts.filter((toast) => toast.id !== id), { id, message, error }].slice(-4));
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => dismissToast(id), alertLifetimeMs),
  );
}

/** Says why an action failed. */
export const showErrorToast = (error: unknown): void => showToast(messageOf(error), { error: true });

export function dismissToast(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  change(toasts.filter((toast) => toast.id !== id));
}

export const currentToasts = (): readonly Toast[] => toasts;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
