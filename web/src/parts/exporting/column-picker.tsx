import {
  columnGroups,
  columnOf,
  exportColumns,
  defaultColumns,
  type ExportColumn,
} from '@courierdesk/contract/export-columns';
import { Button, Checkbox } from '@mantine/core';
import { useId, useState } from 'react';
import styles from './export-dialog.module.css';

/** Chooses the columns of the file. The file has them in the order of this list. */
export function ColumnPicker(props: { columns: readonly ExportColumn[]; onChange: (columns: ExportColumn[]) => void }) {
  const [open, setOpen] = useState(props.columns.length === 0);
  const id = useId();
  const chosen = new Set(props.columns);
  const choose = (wanted: ReadonlySet<ExportColumn>): void =>
    props.onChange(exportColumns.filter((column) => wanted.has(column)));
  const toggle = (column: ExportColumn): void => {
    const next = new Set(chosen);
    if (!next.delete(column)) next.add(column);
    choose(next);
  };
  return (
    <section className={styles.columns} aria-label="Columns">
      <div className={styles.columnsHead}>
        <span>
          <strong className="numbers">{chosen.size}</strong> of {exportColumns.length} columns
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide columns' : 'Choose columns'}
        </Button>
      </div>
      <div id={id} hidden={!open}>
        <div className={styles.quick}>
          <Button variant="subtle" size="compact-sm" onClick={() => choose(new Set(exportColumns))}>
            All
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => choose(new Set(defaultColumns))}>
            Same as the orders page
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => choose(new Set())}>
            None
          </Button>
        </div>
        <div className={styles.groups}>
          {columnGroups.map((group) => (
            <fieldset key={group} className={styles.group}>
              <legend>{group}</legend>
              {exportColumns
                .filter((column) => columnOf[column].group === group)
                .map((column) => (
                  <Checkbox
                    key={column}
                    size="sm"
                    label={columnOf[column].title}
                    description={columnOf[column].about}
                    checked={chosen.has(column)}
                    onChange={() => toggle(column)}
                  />
                ))}
            </fieldset>
          ))}
        </div>
      </div>
    </section>
  );
}
