import type { OrderExport } from '@courierdesk/contract/exports';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadExport } from '../../api/exports.ts';
import { fileSize } from '../../lib/file-size.ts';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';

/** Saves the file of a finished export. */
export function DownloadButton({ order, small = false }: { order: OrderExport; small?: boolean }) {
  const [working, setWorking] = useState(false);
  const save = async (): Promise<void> => {
    setWorking(true);
    try {
      await downloadExport(order.id);
      showToast(`Downloading ${order.file_name}.`);
    } catch (error) {
      showErrorToast(error);
    } finally {
      setWorking(false);
    }
  };
  return (
    <Button
      variant={small ? 'default' : 'filled'}
      size={small ? 'xs' : 'sm'}
      leftSection={<IconDownload size={16} />}
      loading={working}
      onClick={() => void save()}
      {...(small && { 'aria-label': `Download ${order.file_name}` })}
    >
      {small ? 'Download' : `Download (${fileSize(order.size)})`}
    </Button>
  );
}
