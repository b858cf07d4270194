import { Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconAddressBook,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { fullName } from '../lib/full-name.ts';
import { useHasAccess, useUser } from '../session/use-session.ts';
import { useOpenWhenLoaded } from '../ui/use-open-when-loaded.ts';
import { OtherShops } from './other-shops.tsx';
import { UserButton } from './user-button.tsx';
import styles from './user-menu.module.css';

const schemes = [
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const;

export function UserMenuDropdown({ onKeys }: { onKeys: () => void }) {
  const user = useUser();
  const navigate = useNavigate();
  const canReadAccounts = useHasAccess(['READ_ACCOUNTS']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { opened, setOpened, button } = useOpenWhenLoaded();
  return (
    <Menu width={240} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <UserButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.about}>
          <strong dir="auto">{fullName(user)}</strong>
          <span>{user.email}</span>
          <span dir="auto">{user.shop.name}</span>
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUserCircle size={16} />}
          renderRoot={(props) => <Link to="/dashboard/profile" {...props} />}
        >
          Profile
        </Menu.Item>
        {canReadAccounts && (
          <Menu.Item
            leftSection={<IconAddressBook size={16} />}
            renderRoot={(props) => <Link to="/dashboard/accounts" {...props} />}
          >
            Accounts
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onKeys}>
          Keyboard shortcuts
        </Menu.Item>
        <OtherShops />
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            closeMenuOnClick={false}
            leftSection={<Icon size={16} />}
            data-chosen={colorScheme === value || undefined}
            className={styles.scheme}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void navigate({ to: '/logout' })}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
