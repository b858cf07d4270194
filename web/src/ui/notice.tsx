import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/failures.ts';
import styles from './notice.module.css';

const iconOf = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle, error: IconAlertTriangle };

/** A message on the page with an optional action. `live` announces it. */
export function Notice(props: { tone: keyof typeof iconOf; children: ReactNode; action?: ReactNode; live?: boolean }) {
  const Icon = iconOf[props.tone];
  const role = props.live ? (props.tone === 'error' ? 'alert' : 'status') : undefined;
  return (
    <div className={styles.notice} data-tone={props.tone} role={role}>
      <Icon size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <div className={styles.text}>{props.children}</div>
      {props.action && <div className={styles.action}>{props.action}</div>}
    </div>
  );
}

const lastKnown = {
  data: 'Showing the last known data',
  figures: 'Showing the last known figures',
  chart: 'Showing the last known chart',
  state: 'Showing the last known state',
};

/** Why the page shows what it read before. Renders nothing while the request has not failed. */
export const StaleNotice = ({ error, shown = 'data' }: { error: unknown; shown?: keyof typeof lastKnown }) =>
  error !== undefined &&
  error !== null && (
    <Notice tone="warning" live>
      {lastKnown[shown]}. {messageOf(error)}
    </Notice>
  );

/** Why an action failed. Renders nothing while nothing has failed. */
export const FailureNotice = ({ failure }: { failure: unknown }) =>
  failure !== undefined &&
  failure !== null && (
    <Notice tone="error" live>
      {messageOf(failure)}
    </Notice>
  );
