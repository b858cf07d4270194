import { CloseButton } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { overlayIsOpen, useKeys } from '../../lib/keys.ts';
import { useReturnFocus } from '../../lib/return-focus.ts';
import styles from './side-panel.module.css';

/** Details over the right edge of a list that stays usable. Esc closes it and returns the focus. */
export function SidePanel(props: {
  title: ReactNode;
  /** Accessible name, if the title is not plain text. */
  label?: string;
  onClose: () => void;
  /** Actions at the bottom. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  const trap = useFocusTrap(true);
  useKeys({ Escape: () => overlayIsOpen() || props.onClose() });
  useReturnFocus(true);
  return createPortal(
    <section
      ref={trap}
      role="dialog"
      aria-label={props.label ?? (typeof props.title === 'string' ? props.title : undefined)}
      className={styles.panel}
    >
      <div className={styles.header}>
        <h2 className={styles.title} tabIndex={-1} data-autofocus>
          {props.title}
        </h2>
        <CloseButton aria-label="Close" onClick={props.onClose} />
      </div>
      <div className={styles.content}>{props.children}</div>
      {props.footer && <div className={styles.footer}>{props.footer}</div>}
    </section>,
    document.body,
  );
}
