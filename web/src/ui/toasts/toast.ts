import { messageOf } from '../../lib/failures.ts';
import { sharedState } from '../../lib/shared-state.ts';

/** How long a toast stays. */
const alertLifetimeMs = 5_000;

export type Toast = { readonly id: string; readonly message: string; readonly error: boolean };

export const currentToasts = sharedState<readonly Toast[]>([]);
let count = 0;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Shows and announces a message. The same `id` replaces an earlier message. */
export function showToast(
  message: string,
  { error = false, id = `toast-${++count}` }: { error?: boolean; id?: string } = {},
): void {
  currentToasts.write([...otherToasts(id), { id, message, error }].slice(-4));
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
  currentToasts.write(otherToasts(id));
}

const otherToasts = (id: string): Toast[] => currentToasts.read().filter((toast) => toast.id !== id);
