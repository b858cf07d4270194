import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ListChanges } from './list-changes.ts';
import styles from './offered-rows.module.css';
import { countText } from '@courierdesk/contract/count-text';

/** Offers rows that came since the list was shown. It has a place of its own, so nothing moves. */
export function OfferedRows(props: {
  changes: ListChanges | undefined;
  /** `order`, `parcel`. */
  thing: string;
  onShow: () => void;
}) {
  const { changes } = props;
  return (
    <div role="status" className={styles.offer}>
      {changes && (
        <Button size="compact-sm" leftSection={<IconRefresh size={14} />} onClick={props.onShow}>
          {changes.added === undefined
            ? 'Show the changed list'
            : `Show ${countText(changes.added, `new ${props.thing}`)}`}
        </Button>
      )}
    </div>
  );
}
