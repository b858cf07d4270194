import { Button, Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { usePhone } from '../lib/use-phone.ts';
import { moreButton } from './more-menu.tsx';

/** A tool in a page's header. */
type PageTool = { label: string; icon: Icon; onClick: () => void };

/** A page's tools: buttons, or on phones a menu that `target` opens. */
export function PageTools({ tools, target = moreButton }: { tools: readonly PageTool[]; target?: ReactElement }) {
  const phone = usePhone();
  if (tools.length === 0) return null;
  if (!phone)
    return tools.map(({ label, icon: ToolIcon, onClick }) => (
      <Button key={label} variant="default" leftSection={<ToolIcon size={16} />} onClick={onClick}>
        {label}
      </Button>
    ));
  return (
    <Menu position="bottom-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {tools.map(({ label, icon: ToolIcon, onClick }) => (
          <Menu.Item key={label} leftSection={<ToolIcon size={16} />} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
