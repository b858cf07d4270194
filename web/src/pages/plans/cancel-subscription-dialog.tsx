import { plans } from '@courierdesk/contract/plans';
import type { PaidPlan } from '@courierdesk/contract/subscriptions';
import { cancelPlan } from '../../api/plans.ts';
import { messageOf } from '../../lib/failures.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { showToast } from '../../ui/toasts/toast.ts';

export function CancelSubscriptionDialog(props: {
  planId: string;
  plan: PaidPlan;
  keptAccount: string | null;
  onClose: () => void;
}) {
  const cancel = async (): Promise<void> => {
    try {
      showToast(await cancelPlan(props.planId, props.plan));
    } catch (error) {
      throw new Error(`Something went wrong. ${messageOf(error)}`, { cause: error });
    }
  };
  return (
    <Confirm
      opened
      onClose={props.onClose}
      title={`Cancel the ${plans[props.plan].title} plan?`}
      confirmLabel="Yes, cancel subscription"
      keepLabel="No, keep the plan"
      danger
      onConfirm={cancel}
    >
      <p>Your shop moves to the FREE plan now:</p>
      <ul>
        <li>All user accounts except the Admin become inactive and are signed out.</li>
        <li>
          {props.keptAccount === null
            ? 'No courier account is active now.'
            : `All courier accounts except ${props.keptAccount} become inactive.`}
        </li>
        <li>Automatic status update, export and order tags stop. No one else can turn on two-factor sign-in.</li>
      </ul>
      <p>
        If you subscribe again, you can activate these accounts all at once; otherwise you activate them one by one.
        Accounts that someone turned off stay off. Shopify credits the unused days.
      </p>
    </Confirm>
  );
}
