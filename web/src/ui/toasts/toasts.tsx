import { CloseButton } from '@mantine/core';
import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react';
import { useLayoutEffect, useRef, type FocusEvent } from 'react';
import { useSharedState } from '../../lib/shared-state.ts';
import { currentToasts, dismissToast, type Toast } from './toast.ts';
import styles from './toasts.module.css';

/** Shows the toasts. Its live regions always exist, so that screen readers announce new messages. */
export function Toasts() {
  const toasts = useSharedState(currentToasts);
  const before = useRef<Element | null>(null);
  // A toast that goes away while its button has the focus gives the focus back.
  useLayoutEffect(() => {
    if (document.activeElement === document.body && before.current instanceof HTMLElement)
      before.current.focus({ preventScroll: true });
  });
  const onMove = ({ type, currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) before.current = type === 'focus' ? relatedTarget : null;
  };
  return (
    <div className={styles.toasts} onFocus={onMove} onBlur={onMove}>
      <div role="alert">{toasts.filter((toast) => toast.error).map(toastCard)}</div>
      <div role="status">{toasts.filter((toast) => !toast.error).map(toastCard)}</div>
    </div>
  );
}

const toastCard = ({ id, message, error }: Toast) => (
  <div key={id} className={styles.toast} data-error={error || undefined}>
    {error ? <IconAlertTriangleFilled size={18} aria-hidden /> : <IconCircleCheckFilled size={18} aria-hidden />}
    <span className={styles.message}>{message}</span>
    <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismissToast(id)} />
  </div>
);
