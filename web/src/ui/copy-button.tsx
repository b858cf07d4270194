import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Copies a text; `what` names it: "Copy tracking number". */
export function CopyButton({ text, what, size = 'sm' }: { text: string; what: string; size?: 'sm' | 'md' }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const label = clipboard.copied ? 'Copied' : `Copy ${what}`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={size}
        aria-label={label}
        onClick={(event) => {
          event.stopPropagation();
          clipboard.copy(text);
        }}
      >
        {clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    </Tooltip>
  );
}
