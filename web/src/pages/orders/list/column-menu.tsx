import { OrderColumn, defaultColumns } from '@courierdesk/contract/order-views';
import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import styles from './column-menu.module.css';
import { columnName } from './order-columns.tsx';

/** Chooses the visible columns and their order. */
export function ColumnMenu(props: {
  columns: readonly OrderColumn[];
  onChange: (columns: readonly OrderColumn[] | undefined) => void;
}) {
  const { columns, onChange } = props;
  const hidden = OrderColumn.options.filter((column) => !columns.includes(column));
  const toggle = (column: OrderColumn, on: boolean): void =>
    onChange(on ? [...columns, column] : columns.filter((one) => one !== column));
  const move = (place: number, step: 1 | -1): void => {
    const next = [...columns];
    next.splice(place + step, 0, ...next.splice(place, 1));
    onChange(next);
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />} aria-haspopup="dialog">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label="Columns">
        <ul className={styles.columns}>
          {columns.map((column, place) => (
            <li key={column} className={styles.column}>
              <Checkbox
                label={columnName[column]}
                checked
                disabled={columns.length === 1}
                onChange={() => toggle(column, false)}
              />
              <span className={styles.moves}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={`Move ${columnName[column]} left`}
                  disabled={place === 0}
                  onClick={() => move(place, -1)}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={`Move ${columnName[column]} right`}
                  disabled={place === columns.length - 1}
                  onClick={() => move(place, 1)}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
              </span>
            </li>
          ))}
          {hidden.map((column) => (
            <li key={column} className={styles.column}>
              <Checkbox label={columnName[column]} checked={false} onChange={() => toggle(column, true)} />
            </li>
          ))}
        </ul>
        <p className={styles.about}>Some columns hide on small screens.</p>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={columns.join() === defaultColumns.join()}
          onClick={() => onChange(defaultColumns)}
        >
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
