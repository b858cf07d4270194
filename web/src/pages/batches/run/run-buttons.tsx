import type { Batch, BatchRow } from '@courierdesk/contract/batch';
import { Button } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import type { BatchRun } from './use-batch-run.ts';
import { countText } from '@courierdesk/contract/count-text';

export function PrimaryButton({ batch: { counts, started_at: started }, run }: { batch: Batch; run: BatchRun }) {
  const count = counts.ready;
  return (
    <Button loading={run.working.has('book')} onClick={() => void run.book()}>
      {started ? `Book ${countText(count, 'more order')}` : `Book ${countText(count, 'order')}`}
    </Button>
  );
}

/** Actions after booking started. */
export function RunButtons(props: { batch: Batch; rows: ReadonlyMap<string, BatchRow>; run: BatchRun }) {
  const { batch, run } = props;
  const changed = [...props.rows.values()].filter((row) => row.state === 'changed').map((row) => row.id);
  return (
    <>
      {changed.length > 1 && (
        <Button
          variant="default"
          size="compact-md"
          loading={run.working.has('confirm')}
          onClick={() => void run.confirm(changed, 'store')}
        >
          Use the store’s values for {changed.length}
        </Button>
      )}
      {batch.counts.failed > 0 && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconRefresh size={14} />}
          loading={run.working.has('retry')}
          onClick={() => void run.retry()}
        >
          Retry {batch.counts.failed}
        </Button>
      )}
      {batch.counts.queued > 0 && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlayerStop size={14} />}
          loading={run.working.has('stop')}
          onClick={() => void run.stop()}
        >
          Stop
        </Button>
      )}
    </>
  );
}
