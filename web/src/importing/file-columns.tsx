import { fieldsOf, type ColumnsOf, type ImportField, type ImportKind } from '@courierdesk/contract/import-columns';
import { Select } from '@mantine/core';
import { Fields } from '../ui/section.tsx';
import type { SheetView } from './csv-worker.ts';
import styles from './import-dialog.module.css';

/** Assigns the columns of the file to fields. */
export function FileColumns(props: {
  kind: ImportKind;
  sheet: SheetView;
  columns: ColumnsOf;
  onChange: (columns: ColumnsOf) => void;
}) {
  const { sheet, columns } = props;
  const choices = sheet.headings.map((heading, column) => ({
    value: String(column),
    label: heading === '' ? `Column ${column + 1}` : heading,
  }));
  const change = (field: ImportField, value: string | null): void => {
    const { [field]: _before, ...others } = columns;
    props.onChange(value === null ? others : { ...others, [field]: Number(value) });
  };
  return (
    <fieldset className={styles.columns}>
      <legend className={styles.legend}>Columns of the file</legend>
      <Fields>
        {fieldsOf[props.kind].map(({ field, label, required }) => {
          const column = columns[field];
          return (
            <Select
              key={field}
              label={label}
              description={column === undefined ? (required ? 'Needed' : 'Not in this file') : sampleOf(sheet, column)}
              placeholder="Choose a column"
              searchable={choices.length > 8}
              clearable={!required}
              clearButtonProps={{ 'aria-label': `No ${label.toLowerCase()}` }}
              data={choices}
              value={column === undefined ? null : String(column)}
              error={required && column === undefined}
              onChange={(value) => change(field, value)}
              comboboxProps={{ withinPortal: true }}
            />
          );
        })}
      </Fields>
    </fieldset>
  );
}

/** Sample values of the first lines. */
function sampleOf(sheet: SheetView, column: number): string {
  const values = sheet.sample.map((cells) => cells[column] ?? '').filter(Boolean);
  return values.length > 0 ? `such as ${values.slice(0, 2).join(', ')}` : 'empty in the first rows';
}
