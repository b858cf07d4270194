import type { OrderExport } from '@courierdesk/contract/exports';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { downloadExport, exportQuery } from '../../api/exports.ts';
import { messageOf } from '../../lib/failures.ts';
import { Notice } from '../../ui/notice.tsx';
import { DownloadButton } from './download-button.tsx';
import styles from './export-dialog.module.css';
import { ExportProgress } from './export-progress.tsx';

/** Progress of an export that was just started. It continues when the dialog closes. */
export function RunningExport({ id, message, onClose }: { id: string; message: string; onClose: () => void }) {
  const { data, error } = useQuery(exportQuery(id));
  const underWay = !data || data.state === 'under-way';
  useDownloadOnceDone(data);
  return (
    <>
      <div className={styles.progress}>
        {underWay && <p>{message}</p>}
        {data && <ExportProgress order={data} />}
        {data && !underWay && <Ended order={data} />}
        {error && (
          <Notice tone="warning" live>
            {messageOf(error)} The export continues. We’ll retry automatically.
          </Notice>
        )}
      </div>
      <div className={styles.buttons}>
        <Link to="/dashboard/exports" className={styles.past} onClick={onClose}>
          Past exports
        </Link>
        <Button variant="default" onClick={onClose}>
          {underWay ? 'Continue in the background' : 'Close'}
        </Button>
        {data?.state === 'done' && <DownloadButton order={data} />}
      </div>
    </>
  );
}

/** While the dialog is open, the person waits for the file: no further click is needed. */
function useDownloadOnceDone(order: OrderExport | undefined): void {
  const done = order?.state === 'done' ? order.id : undefined;
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!done || asked.current === done) return;
    asked.current = done;
    // If it fails, the button is still there.
    downloadExport(done).catch(() => undefined);
  }, [done]);
}

function Ended({ order }: { order: OrderExport }) {
  if (order.state === 'done')
    return (
      <Notice tone="success" live>
        {order.file_name} is ready. The link that we emailed to {order.mail.to} works for seven days.
      </Notice>
    );
  return (
    <Notice tone="error" live>
      {order.state === 'failed'
        ? 'We could not create the file. Please export again.'
        : 'The file has expired. Please export again.'}
    </Notice>
  );
}
