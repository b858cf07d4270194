import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconRefresh } from '@tabler/icons-react';
import { PageTools, type PageTool } from '../../ui/page-tools.tsx';

/** Refresh and the other tools of the list. */
export function OrdersTools(props: { tools: readonly PageTool[]; refreshing: boolean; onRefresh: () => void }) {
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} />}
        loading={props.refreshing}
        onClick={props.onRefresh}
      >
        Refresh
      </Button>
      <PageTools
        tools={props.tools}
        target={
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        }
      />
    </>
  );
}
