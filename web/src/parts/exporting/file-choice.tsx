import { ExportFormat, type ExportChoice } from '@courierdesk/contract/exports';
import { Checkbox, SegmentedControl } from '@mantine/core';
import { ColumnPicker } from './column-picker.tsx';
import styles from './export-dialog.module.css';

const formats: { value: ExportFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
];

const about: Record<ExportFormat, string> = {
  csv: 'For other programs. For Excel, choose Excel: opening a CSV there drops the first zero of phone numbers and shortens long tracking numbers.',
  xlsx: 'Phone and tracking numbers stay as they are, dates are dates, amounts are numbers.',
};

/** Format and columns of the file. */
export function FileChoice({ choice, onChange }: { choice: ExportChoice; onChange: (choice: ExportChoice) => void }) {
  return (
    <>
      <div className={styles.part}>
        <p className={styles.label}>File</p>
        <SegmentedControl
          fullWidth
          aria-label="File"
          data={formats}
          value={choice.format}
          onChange={(value) => onChange({ ...choice, format: ExportFormat.parse(value) })}
        />
        <p className={styles.about}>{about[choice.format]}</p>
        {choice.format === 'csv' && (
          <Checkbox
            mt={8}
            label="Add a UTF-8 mark"
            description="Excel then shows Urdu correctly. Some old programs cannot read it."
            checked={choice.bom}
            onChange={(event) => onChange({ ...choice, bom: event.currentTarget.checked })}
          />
        )}
      </div>
      <ColumnPicker columns={choice.columns} onChange={(columns) => onChange({ ...choice, columns })} />
    </>
  );
}
