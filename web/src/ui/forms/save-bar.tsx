import { Button } from '@mantine/core';
import styles from './save-bar.module.css';

/** Appears at the bottom of a form with unsaved changes. Use it inside the form. */
export function SaveBar(props: { shown: boolean; saving: boolean; onDiscard: () => void }) {
  if (!props.shown) return null;
  return (
    <div className={styles.bar} role="region" aria-label="Unsaved changes" data-bottom-bar>
      <span className={styles.text}>Unsaved changes</span>
      <Button variant="default" disabled={props.saving} onClick={props.onDiscard}>
        Discard
      </Button>
      <Button type="submit" loading={props.saving}>
        Save
      </Button>
    </div>
  );
}
