import { nothingToExport } from '@courierdesk/contract/exports';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { downloadSelection } from '../api/exports.ts';
import type { Selection } from '../api/shipments.ts';
import { messageOf } from '../lib/failures.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './export-dialog.module.css';
import { FileChoice } from './file-choice.tsx';
import { PlanNotice } from './plan-notice.tsx';
import { useChoice } from './use-choice.ts';

/** What the file of selected orders looks like; it is saved at once. Render it only while it is open. */
export function ExportSelectionDialog(props: { selection: Selection; total: number; onClose: () => void }) {
  const { query, choice, change } = useChoice();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (): Promise<void> => {
    if (!choice) return;
    setWorking(true);
    setFailure(undefined);
    try {
      showToast(`${counted(await downloadSelection(props.selection, choice))} being downloaded.`);
      props.onClose();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <Modal
      opened
      size="lg"
      onClose={props.onClose}
      title={`Export ${counted(props.total)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!working) void save();
        }}
      >
        <PlanNotice />
        {choice && <FileChoice choice={choice} onChange={change} />}
        {!choice && query.isError && (
          <ErrorState error={query.error} retry={query.refetch} retrying={query.isFetching} />
        )}
        {!choice && !query.isError && <Skeleton height={220} />}
        {props.total === 0 && (
          <div className={styles.part}>
            <Notice tone="warning">{nothingToExport}</Notice>
          </div>
        )}
        {failure && (
          <div className={styles.part}>
            <Notice tone="error" live>
              {failure}
            </Notice>
          </div>
        )}
        <div className={styles.buttons}>
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={working}
            disabled={props.total === 0 || !choice || choice.columns.length === 0}
          >
            Export {counted(props.total)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

const counted = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;
