import { messageOf } from '../../lib/failures.ts';
import { sharedState } from '../../lib/shared-state.ts';

/** How long a toast stays. */
const alertLifetimeMs = 5_000;
/** Further ones wait until there is room. */
const maxShown = 4;

export type Toast = { readonly id: string; readonly message: string; readonly error: boolean };

export const currentToasts = sharedState<readonly Toast[]>([]);
let waiting: readonly Toast[] = [];
let count = 0;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Shows and announces a message. The same `id` replaces an earlier message. A message that waits already is not added. */
export function showToast(
  message: string,
  { error = false, id = `toast-${++count}` }: { error?: boolean; id?: string } = {},
): void {
  if (waiting.some((toast) => toast.message === message && toast.error === error)) return;
  const toast = { id, message, error };
  const toasts = [...currentToasts.read(), ...waiting];
  stopTimer(id);
  change(toasts.some((one) => one.id === id) ? toasts.map((one) => (one.id === id ? toast : one)) : [...toasts, toast]);
}

/** Says why an action failed. */
export const showErrorToast = (error: unknown): void => showToast(messageOf(error), { error: true });

export function dismissToast(id: string): void {
  stopTimer(id);
  change([...currentToasts.read(), ...waiting].filter((toast) => toast.id !== id));
}

function change(toasts: readonly Toast[]): void {
  const shown = toasts.slice(0, maxShown);
  waiting = toasts.slice(maxShown);
  for (const { id } of shown)
    if (!timers.has(id))
      timers.set(
        id,
        setTimeout(() => dismissToast(id), alertLifetimeMs),
      );
  currentToasts.write(shown);
}

function stopTimer(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}
