import {
  fieldsOf,
  type ImportField,
  type ImportKind,
  type RecognisedColumns,
} from '@courierdesk/contract/import-columns';
import { Select } from '@mantine/core';
import { Fields } from '../../ui/section.tsx';
import type { SheetView } from './csv-worker.ts';
import styles from './import-dialog.module.css';

const noColumn = 'none';

/** Assigns the columns of the file to fields. Where several columns fit, the person has to choose. */
export function FileColumns(props: {
  kind: ImportKind;
  sheet: SheetView;
  chosen: RecognisedColumns;
  onChange: (chosen: RecognisedColumns) => void;
}) {
  const { sheet, chosen } = props;
  const labels = sheet.headings.map((heading, column) => labelOf(sheet.headings, heading, column));
  const choices = labels.map((label, column) => ({ value: String(column), label }));
  const change = (field: ImportField, value: string | null): void => {
    const { [field]: _column, ...columns } = chosen.columns;
    const { [field]: _unclear, ...unclear } = chosen.unclear;
    const column = value === null || value === noColumn ? {} : { [field]: Number(value) };
    props.onChange({ columns: { ...columns, ...column }, unclear });
  };
  return (
    <fieldset className={styles.columns}>
      <legend className={styles.legend}>Columns of the file</legend>
      <Fields>
        {fieldsOf[props.kind].map(({ field, label, required }) => {
          const column = chosen.columns[field];
          const fitting = chosen.unclear[field];
          return (
            <Select
              key={field}
              label={label}
              description={
                column !== undefined
                  ? sampleOf(sheet, column)
                  : fitting
                    ? fitting.map((at) => `${labels[at]} ${sampleOf(sheet, at)}`).join('; ')
                    : required
                      ? 'Needed'
                      : 'Not in this file'
              }
              placeholder="Choose a column"
              searchable={choices.length > 8}
              clearable={!required && !fitting}
              clearButtonProps={{ 'aria-label': `No ${label.toLowerCase()}` }}
              data={fitting && !required ? [...choices, { value: noColumn, label: 'None of them' }] : choices}
              value={column === undefined ? null : String(column)}
              error={fitting ? `${fitting.length} columns fit. Choose one.` : required && column === undefined}
              onChange={(value) => change(field, value)}
              comboboxProps={{ withinPortal: true }}
            />
          );
        })}
      </Fields>
    </fieldset>
  );
}

/** Columns with the same heading differ by their place. */
function labelOf(headings: readonly string[], heading: string, column: number): string {
  if (heading === '') return `Column ${column + 1}`;
  const same = headings.filter((one) => one === heading).length > 1;
  return same ? `${heading} (column ${column + 1})` : heading;
}

/** Sample values of the first lines. */
function sampleOf(sheet: SheetView, column: number): string {
  const values = sheet.sample.map((cells) => cells[column] ?? '').filter(Boolean);
  return values.length > 0 ? `such as ${values.slice(0, 2).join(', ')}` : 'empty in the first rows';
}
