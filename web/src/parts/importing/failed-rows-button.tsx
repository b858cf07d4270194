import type { Import } from '@courierdesk/contract/imports';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadFailedRows, isImportUnderWay } from '../../api/imports.ts';
import { showErrorToast } from '../../ui/toasts/toast.ts';
import { countText } from '@courierdesk/contract/count-text';

/** Downloads the failed rows as a CSV with their reasons. Renders nothing if no row failed. */
export function FailedRowsButton({ one }: { one: Import }) {
  const save = useMutation({ mutationFn: () => downloadFailedRows(one.id), onError: showErrorToast });
  if (one.failed === 0 || isImportUnderWay(one)) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Download {countText(one.failed, 'failed row')}
    </Button>
  );
}
