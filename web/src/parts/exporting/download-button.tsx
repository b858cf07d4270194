import type { OrderExport } from '@courierdesk/contract/exports';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadExport } from '../../api/exports.ts';
import { fileSize } from '../../lib/file-size.ts';
import { showErrorToast, showToast } from '../../ui/toasts/toast.ts';

/** Saves the file of a finished export. */
export function DownloadButton({ order, small = false }: { order: OrderExport; small?: boolean }) {
  const save = useMutation({
    mutationFn: () => downloadExport(order.id),
    onSuccess: () => showToast(`Downloading ${order.file_name}.`),
    onError: showErrorToast,
  });
  return (
    <Button
      variant={small ? 'default' : 'filled'}
      size={small ? 'xs' : 'sm'}
      leftSection={<IconDownload size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
      {...(small && { 'aria-label': `Download ${order.file_name}` })}
    >
      {small ? 'Download' : `Download (${fileSize(order.size)})`}
    </Button>
  );
}
