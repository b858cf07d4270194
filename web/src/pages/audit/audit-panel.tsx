import type { AuditEvent } from '@courierdesk/contract/audit';
import { auditGroupName } from '@courierdesk/contract/audit-groups';
import { CopyButton } from '../../ui/copy-button.tsx';
import { When } from '../../ui/dates/when.tsx';
import { SidePanel, type PanelSteps } from '../../ui/dialogs/side-panel.tsx';
import { Sentence } from './audit-sentence.tsx';
import styles from './audit-page.module.css';

/** One event: who, when, from where, and what was before and after. */
export function AuditPanel(props: { event: AuditEvent; steps: PanelSteps; onClose: () => void }) {
  const { event, steps, onClose } = props;
  return (
    <SidePanel label="Details of the change" title={auditGroupName[event.group]} steps={steps} onClose={onClose}>
      <div className={styles.details}>
        <p className={styles.sentence}>
          <Sentence event={event} />
        </p>
        {event.changes.length > 0 && <Changes changes={event.changes} />}
        <dl className={styles.facts}>
          <dt>When</dt>
          <dd>
            <When at={event.at} form="full" />
          </dd>
          <dt>Who</dt>
          <dd>
            <bdi>{event.actor.name}</bdi>
          </dd>
          {event.ip !== '' && (
            <>
              <dt>IP address</dt>
              <dd className="numbers">{event.ip}</dd>
            </>
          )}
          {event.device !== '' && (
            <>
              <dt>Device</dt>
              <dd>{event.device}</dd>
            </>
          )}
          {event.subject.label !== '' && (
            <>
              <dt>Subject</dt>
              <dd>
                <bdi>{event.subject.label}</bdi>
              </dd>
            </>
          )}
          {event.facts.map(({ name, value }) => (
            <Fact key={name} name={name} value={value} />
          ))}
          {event.request_id !== '' && (
            <>
              <dt>Request id</dt>
              <dd className={styles.request}>
                <span className="numbers">{event.request_id}</span>
                <CopyButton text={event.request_id} what="request id" />
              </dd>
            </>
          )}
        </dl>
      </div>
    </SidePanel>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </>
);

const Changes = ({ changes }: { changes: AuditEvent['changes'] }) => (
  <table className={styles.changes}>
    <caption className="visually-hidden">Before and after</caption>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Before</th>
        <th scope="col">After</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ field, before, after }) => (
        <tr key={field}>
          <th scope="row">{field}</th>
          <td>{before === '' ? <Empty /> : <bdi>{before}</bdi>}</td>
          <td>{after === '' ? <Empty /> : <bdi>{after}</bdi>}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Empty = () => <span className="dim">Empty</span>;
