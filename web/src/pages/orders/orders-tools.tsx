import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconRefresh, type Icon } from '@tabler/icons-react';
import { usePhone } from '../../lib/use-phone.ts';

/** Something the header of the page offers. */
export type OrdersTool = { label: string; icon: Icon; onClick: () => void };

/** Refresh, and what else can be done with the list as a whole: buttons in a row, on phones a menu. */
export function OrdersTools(props: { tools: readonly OrdersTool[]; refreshing: boolean; onRefresh: () => void }) {
  const phone = usePhone();
  const { tools } = props;
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
      {!phone &&
        tools.map(({ label, icon: ToolIcon, onClick }) => (
          <Button key={label} variant="default" leftSection={<ToolIcon size={16} />} onClick={onClick}>
            {label}
          </Button>
        ))}
      {phone && tools.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="More actions">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {tools.map(({ label, icon: ToolIcon, onClick }) => (
              <Menu.Item key={label} leftSection={<ToolIcon size={16} />} onClick={onClick}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
