import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/**
 * Copies a text; `what` names it: "Copy tracking number". A list has one in each row, so its name is a `title`: tooltips
 * of Mantine took a seventh of the script of a page of orders.
 */
export function CopyButton({ text, what, size = 'sm' }: { text: string; what: string; size?: 'sm' | 'md' }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const label = clipboard.copied ? 'Copied' : `Copy ${what}`;
  return (
    <ActionIcon
      variant="subtle"
      color={clipboard.copied ? 'green' : 'gray'}
      size={size}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        clipboard.copy(text);
      }}
    >
      {clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
    </ActionIcon>
  );
}
