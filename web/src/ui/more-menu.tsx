import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The button of a menu with more actions of a page. */
export const moreButton = (
  <ActionIcon variant="default" size={36} aria-label="More actions">
    <IconDots size={18} />
  </ActionIcon>
);

/** The secondary actions of a page, as `Menu.Item`s: `<Page menu={<MoreMenu>…</MoreMenu>}>`. */
export const MoreMenu = ({ children }: { children: ReactNode }) => (
  <Menu>
    <Menu.Target>{moreButton}</Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);
