import { ActionIcon, CloseButton } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useKeys } from '../../lib/keys.ts';
import { useReturnFocus } from '../../lib/return-focus.ts';
import styles from './side-panel.module.css';

/** What opens the neighbours of the row that is shown; undefined at the ends of the list. */
export type PanelSteps = { readonly previous: (() => void) | undefined; readonly next: (() => void) | undefined };

/** The neighbours of the row with this key. */
export function stepsIn<Row>(
  rows: readonly Row[] | undefined,
  isShown: (row: Row) => boolean,
  open: (row: Row) => void,
): PanelSteps {
  const at = rows?.findIndex(isShown) ?? -1;
  const step = (row: Row | undefined): (() => void) | undefined => row && (() => open(row));
  return at < 0
    ? { previous: undefined, next: undefined }
    : { previous: step(rows?.[at - 1]), next: step(rows?.[at + 1]) };
}

/** Details over the right edge of a list that stays usable. Esc closes it and returns the focus; `j` and `k` move on in the list. */
export function SidePanel(props: {
  title: ReactNode;
  /** Accessible name, if the title is not plain text. */
  label?: string;
  onClose: () => void;
  /**
   * The focus goes to a part of the content with `data-autofocus`, not to the title. After `j` and `k` it goes to the title,
   * so that they are not typed into a field.
   */
  focusesContent?: boolean;
  steps?: PanelSteps;
  /** Actions at the bottom. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  const trap = useFocusTrap(true);
  const { steps } = props;
  // The next parcel's panel takes the place of this one, so it does not slide in.
  const [isStill] = useState(() => document.querySelector('[data-side-panel]') !== null);
  useKeys({ Escape: props.onClose, j: steps?.next, k: steps?.previous });
  useReturnFocus(true);
  return createPortal(
    <section
      ref={trap}
      role="dialog"
      aria-label={props.label ?? (typeof props.title === 'string' ? props.title : undefined)}
      className={styles.panel}
      data-side-panel
      data-still={isStill || undefined}
    >
      <div className={styles.header}>
        <h2 className={styles.title} tabIndex={-1} data-autofocus={!props.focusesContent || isStill || undefined}>
          {props.title}
        </h2>
        <span className={styles.tools}>
          {steps && (
            <>
              <StepButton label="Previous (k)" icon={<IconChevronUp size={18} />} step={steps.previous} />
              <StepButton label="Next (j)" icon={<IconChevronDown size={18} />} step={steps.next} />
            </>
          )}
          <CloseButton aria-label="Close" onClick={props.onClose} />
        </span>
      </div>
      <div className={styles.content}>{props.children}</div>
      {props.footer && (
        <div className={styles.footer} data-panel-footer>
          {props.footer}
        </div>
      )}
    </section>,
    document.body,
  );
}

const StepButton = ({ label, icon, step }: { label: string; icon: ReactNode; step: (() => void) | undefined }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} disabled={!step} onClick={step}>
    {icon}
  </ActionIcon>
);
