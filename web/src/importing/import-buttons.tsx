import { Button, Menu } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { usePhone } from '../lib/use-phone.ts';
import { useImportTools } from './use-import-tools.tsx';

/** Import and Bulk Fulfillment beside each other, on phones in a menu. */
export function ImportButtons() {
  const { tools, dialog } = useImportTools();
  const phone = usePhone();
  if (tools.length === 0) return null;
  return (
    <>
      {phone ? (
        <Menu>
          <Menu.Target>
            <Button variant="default" leftSection={<IconFileImport size={16} />}>
              Import
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {tools.map(({ label, icon: ToolIcon, onClick }) => (
              <Menu.Item key={label} leftSection={<ToolIcon size={16} />} onClick={onClick}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        tools.map(({ label, icon: ToolIcon, onClick }) => (
          <Button key={label} variant="default" leftSection={<ToolIcon size={16} />} onClick={onClick}>
            {label}
          </Button>
        ))
      )}
      {dialog}
    </>
  );
}
