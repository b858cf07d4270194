import { PaperSize } from '@courierdesk/contract/labels';
import { ActionIcon, Button, Loader, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPrinter } from '@tabler/icons-react';
import { paperName } from '../../../parts/printing/paper-names.ts';
import type { Papers } from './use-papers.ts';
import styles from './papers.module.css';

/** Prints labels and load sheet with one click. Its menu has single downloads and the label size. */
export function PapersButton(props: { papers: Papers; shipmentIds: readonly string[]; primary: boolean }) {
  const { papers, shipmentIds } = props;
  const variant = props.primary ? 'filled' : 'default';
  const working = papers.working !== undefined;
  const words = progressWords(papers);
  return (
    <div className={styles.split}>
      <Button
        variant={variant}
        leftSection={working ? <Loader size={16} color="currentcolor" /> : <IconPrinter size={16} />}
        disabled={working}
        className={styles.main}
        onClick={() => void papers.printAll(shipmentIds)}
      >
        {words}
      </Button>
      <span role="status" className="visually-hidden">
        {working && words}
      </span>
      <Menu width={240}>
        <Menu.Target>
          <ActionIcon
            variant={variant}
            size={36}
            className={styles.more}
            disabled={working}
            aria-label="More print options"
          >
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void papers.downloadLabels(shipmentIds)}>Download labels only</Menu.Item>
          <Menu.Item onClick={() => void papers.downloadSheets(shipmentIds)}>Download load sheet only</Menu.Item>
          <Menu.Divider />
          <Menu.Label>Label size</Menu.Label>
          {PaperSize.options.map((size) => (
            <Menu.Item
              key={size}
              role="menuitemradio"
              aria-checked={papers.size === size}
              closeMenuOnClick={false}
              rightSection={papers.size === size && <IconCheck size={16} aria-hidden />}
              onClick={() => papers.chooseSize(size)}
            >
              {paperName[size]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** The progress is on the button itself, so that nothing moves. */
function progressWords({ working, progress }: Papers): string {
  if (!working) return 'Print labels and load sheet';
  if (working === 'sheets') return 'Preparing the load sheet…';
  return progress ? `${progress.done} of ${progress.total} labels ready…` : 'Preparing the labels…';
}
