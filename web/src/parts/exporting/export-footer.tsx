import { nothingToExport } from '@courierdesk/contract/exports';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import styles from './export-dialog.module.css';
import { countText } from '@courierdesk/contract/count-text';

/** The end of an export form: errors and buttons. */
export function ExportFooter(props: {
  /** Undefined until known. */
  total: number | undefined;
  failure: Error | null;
  busy: boolean;
  ready: boolean;
  onCancel: () => void;
  /** Before the buttons. */
  children?: ReactNode;
}) {
  const { total, failure } = props;
  return (
    <>
      <div role="status">
        {total === 0 && (
          <div className={styles.part}>
            <Notice tone="warning">{nothingToExport}</Notice>
          </div>
        )}
      </div>
      {failure && (
        <div className={styles.part}>
          <FailureNotice failure={failure} />
        </div>
      )}
      <div className={styles.buttons}>
        {props.children}
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={props.busy} disabled={total === 0 || !props.ready}>
          {total ? `Export ${countText(total, 'order')}` : 'Export'}
        </Button>
      </div>
    </>
  );
}
