import { Kbd } from '@mantine/core';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import styles from './key-list.module.css';

const keys: readonly [keys: readonly string[], meaning: string][] = [
  [['/'], 'Search'],
  [['Ctrl', 'K'], 'Go to a page'],
  [['j'], 'Next row'],
  [['k'], 'Row before'],
  [['x'], 'Select the row'],
  [['Shift', 'x'], 'Select all rows from the last one to this'],
  [['Enter'], 'Open the row, or edit the cell'],
  [['Ctrl', 'Z'], 'Take back the last change on a sheet'],
  [['b'], 'Book'],
  [['m'], 'Merge the selected orders'],
  [['p'], 'Print the label of the open parcel, or the papers of the batch'],
  [['Ctrl', 'Enter'], 'Save or book what is on the form'],
  [['Esc'], 'Close, or go back'],
  [['?'], 'This list'],
];

export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size="sm">
      <dl className={styles.keys}>
        {keys.map(([combination, meaning]) => (
          <div key={meaning} className={styles.key}>
            <dt>
              {combination.map((key) => (
                <Kbd key={key} size="sm">
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
