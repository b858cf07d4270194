import type { Import } from '@courierdesk/contract/imports';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { importQuery, isImportUnderWay } from '../../api/imports.ts';
import { Notice } from '../../ui/notice.tsx';
import { FailedRowsButton } from './failed-rows-button.tsx';
import { ImportProgress } from './import-progress.tsx';
import { importTone } from './import-tone.ts';
import styles from './import-dialog.module.css';

/** The import has started: its progress or result. */
export function ImportStarted({ started, onClose }: { started: Import; onClose: () => void }) {
  const { data = started } = useQuery(importQuery(started.id));
  const underWay = isImportUnderWay(data);
  return (
    <>
      <Notice tone={importTone(data)} live>
        {data.msg}
      </Notice>
      {underWay && (
        <div className={styles.option}>
          <ImportProgress one={data} />
          <p className={styles.dim}>You can close this. The import continues and is listed in Imports.</p>
        </div>
      )}
      <div className="end-buttons">
        <FailedRowsButton one={data} />
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link
              to="/dashboard/imports/$importId"
              params={{ importId: data.id }}
              search={{}}
              onClick={onClose}
              {...props}
            />
          )}
        >
          See every row
        </Button>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </>
  );
}
