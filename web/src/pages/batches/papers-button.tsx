import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Papers } from './use-papers.ts';
import styles from './papers.module.css';

const PrintDialog = lazy(async () => ({ default: (await import('../../printing/print-dialog.tsx')).PrintDialog }));

/** Everything the rider needs with one click; each paper alone, and other sizes, from its menu. */
export function PapersButton({
  papers,
  shipmentIds,
  primary,
}: {
  papers: Papers;
  shipmentIds: readonly string[];
  primary: boolean;
}) {
  const [choosing, setChoosing] = useState(false);
  const variant = primary ? 'filled' : 'default';
  const working = papers.working !== undefined;
  return (
    <div className={styles.split}>
      <Button
        variant={variant}
        leftSection={<IconPrinter size={16} />}
        loading={working}
        className={styles.main}
        onClick={() => void papers.run(shipmentIds, ['labels', 'sheets'])}
      >
        Labels and load sheet
      </Button>
      <Menu>
        <Menu.Target>
          <ActionIcon variant={variant} size={36} className={styles.more} disabled={working} aria-label="Other papers">
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void papers.run(shipmentIds, ['labels'])}>Labels alone</Menu.Item>
          <Menu.Item onClick={() => void papers.run(shipmentIds, ['sheets'])}>Load sheet alone</Menu.Item>
          <Menu.Item onClick={() => setChoosing(true)}>Choose the paper…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{choosing && <PrintDialog shipmentIds={shipmentIds} onClose={() => setChoosing(false)} />}</Suspense>
    </div>
  );
}
