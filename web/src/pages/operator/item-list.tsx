import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { When } from '../../ui/dates/when.tsx';
import type { Action, Item } from './operator-items.ts';
import styles from './operator-page.module.css';

/** Work with its shop, its age, what to do, and the button that does it. */
export function ItemList(props: {
  label: string;
  items: readonly Item[];
  total: number;
  onChoose: (action: Action) => void;
  /** When there are none. */
  children: string;
}) {
  const { items, total } = props;
  if (items.length === 0)
    return (
      <p className={styles.clear}>
        <IconCircleCheck size={18} stroke={1.75} aria-hidden className={styles.clearIcon} />
        {props.children}
      </p>
    );
  return (
    <>
      <ul className={styles.items} aria-label={props.label}>
        {items.map((item) => (
          <li key={item.key} className={styles.item}>
            <div className={styles.itemText}>
              <p className={styles.itemTitle}>
                <span>{item.title}</span>
                <span className={styles.itemFacts}>
                  {item.shop && <span>{item.shop}</span>}
                  <When at={item.since} form="age" />
                  {item.tries > 0 && <span>{countText(item.tries, 'try', 'tries')}</span>}
                </span>
              </p>
              <p className={styles.itemAdvice}>
                {item.advice} <span className={styles.itemSource}>{item.source}</span>
              </p>
            </div>
            {item.action && <ActionButton action={item.action} onChoose={props.onChoose} />}
          </li>
        ))}
      </ul>
      {items.length < total && (
        <p className="dim">
          The oldest {formatCount(items.length)} of {formatCount(total)}.
        </p>
      )}
    </>
  );
}

const ActionButton = (props: { action: Action; onChoose: (action: Action) => void }) => (
  <Button
    variant="default"
    className={styles.itemAction}
    aria-label={`${props.action.label}: ${props.action.subject}`}
    onClick={() => props.onChoose(props.action)}
  >
    {props.action.label}
  </Button>
);
