import type { AttentionItem } from '@courierdesk/contract/attention';
import { formatRupees } from '@courierdesk/contract/money';
import { Button } from '@mantine/core';
import { FailureNotice } from '../../ui/notice.tsx';
import styles from './attention-case.module.css';
import { CancelAndRebook } from './cancel-and-rebook.tsx';
import { AssignTrackingNumber } from './assign-tracking-number.tsx';
import { LateConsignment } from './late-consignment.tsx';
import { RebookLinks } from './rebook-links.tsx';
import { ReleaseOrder } from './release-order.tsx';
import { ReturnReceived } from './return-received.tsx';
import { UnclearCancel } from './unclear-cancel.tsx';
import { useDecision, type Decision } from './use-decision.ts';
import { CancelWhenFoundSwitch } from './cancel-when-found-switch.tsx';

/** The actions that the server offers for this case. */
export function CaseActions({ item }: { item: AttentionItem }) {
  const decision = useDecision(item);
  const offers = new Set(item.actions);
  const failure =
    decision.failed('retry_store') ??
    decision.failed('cancelled') ??
    decision.failed('delivered') ??
    decision.failed('take_cod') ??
    decision.failed('dismiss');
  return (
    <div className={styles.actions}>
      {offers.has('give-number') && <AssignTrackingNumber item={item} decision={decision} />}
      {offers.has('cancel-when-found') && <CancelWhenFoundSwitch item={item} decision={decision} />}
      {offers.has('keep-late') || offers.has('cancel-late') ? (
        <LateConsignment item={item} decision={decision}>
          <MoreButtons item={item} decision={decision} />
        </LateConsignment>
      ) : (
        <div className="buttons">
          <MoreButtons item={item} decision={decision} />
        </div>
      )}
      <FailureNotice failure={failure} />
    </div>
  );
}

function MoreButtons({ item, decision }: { item: AttentionItem; decision: Decision }) {
  const offers = new Set(item.actions);
  const { cod_at_courier: cod } = item;
  return (
    <>
      {offers.has('release') && <ReleaseOrder item={item} decision={decision} />}
      {offers.has('retry-store') && (
        <Button
          variant="default"
          loading={decision.sending('retry_store')}
          disabled={decision.busy}
          onClick={() => decision.decide({ retry_store: true })}
        >
          Retry store update
        </Button>
      )}
      {offers.has('cancel-and-rebook') && <CancelAndRebook item={item} />}
      {offers.has('rebook') && <RebookLinks item={item} />}
      {offers.has('confirm-cancelled') && <UnclearCancel item={item} decision={decision} />}
      {offers.has('return-received') && <ReturnReceived item={item} decision={decision} />}
      {offers.has('delivered') && (
        <Button
          variant="default"
          loading={decision.sending('delivered')}
          disabled={decision.busy}
          onClick={() => decision.decide({ delivered: true })}
        >
          It was delivered
        </Button>
      )}
      {offers.has('take-cod') && cod !== null && (
        <Button
          variant="default"
          loading={decision.sending('take_cod')}
          disabled={decision.busy}
          onClick={() => decision.decide({ take_cod: cod })}
        >
          Use {formatRupees(cod)}
        </Button>
      )}
      {offers.has('dismiss') && (
        <Button
          variant="default"
          loading={decision.sending('dismiss')}
          disabled={decision.busy}
          onClick={() => decision.decide({ dismiss: item.id })}
        >
          Dismiss
        </Button>
      )}
    </>
  );
}
