import type { AuditEvent } from '@courierdesk/contract/audit';

/** `Ayesha changed the COD of #1042 from Rs 1,200 to Rs 1,350` */
export const Sentence = ({ event }: { event: AuditEvent }) => (
  <>
    <strong>
      <bdi>{event.actor.name}</bdi>
    </strong>{' '}
    {event.sentence}
  </>
);

export const sentenceText = ({ actor, sentence }: AuditEvent): string => `${actor.name} ${sentence}`;

/** `203.0.113.7 · Chrome on Windows`; empty for what happened automatically. */
export const fromWhere = ({ ip, device }: AuditEvent): string => [ip, device].filter(Boolean).join(' · ');
