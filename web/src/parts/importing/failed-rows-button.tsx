import type { Import } from '@courierdesk/contract/imports';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadFailedRows, isUnderWay } from '../../api/imports.ts';
import { showErrorToast } from '../../ui/toasts/toast.ts';
import { countText } from '../../lib/count-text.ts';

/** Downloads the failed rows as a CSV with their reasons. Renders nothing if no row failed. */
export function FailedRowsButton({ one }: { one: Import }) {
  const [working, setWorking] = useState(false);
  if (one.failed === 0 || isUnderWay(one)) return null;
  const fetchThem = async (): Promise<void> => {
    setWorking(true);
    try {
      await downloadFailedRows(one.id);
    } catch (error) {
      showErrorToast(error);
    } finally {
      setWorking(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={working}
      onClick={() => void fetchThem()}
    >
      Download {countText(one.failed, 'failed row')}
    </Button>
  );
}
