import { plans } from '@courierdesk/contract/plans';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { usageText, type checkSubscription } from '@courierdesk/contract/subscriptions';
import { Button, Progress } from '@mantine/core';
import { useId, useState } from 'react';
import { countText, formatCount } from '@courierdesk/contract/count-text';
import { When } from '../../ui/dates/when.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { CancelSubscriptionDialog } from './cancel-subscription-dialog.tsx';
import styles from './plans-page.module.css';

export type Subscription = ReplyOf<typeof checkSubscription>;

export function CurrentPlanSection({ subscription }: { subscription: Subscription }) {
  const [cancelling, setCancelling] = useState(false);
  const { plan, planId, frozenPlan, orders, limit } = subscription;
  const paid = frozenPlan ?? (plan === 'FREE' ? undefined : plan);
  return (
    <Section
      title={`Your plan: ${paid ? plans[paid].title : plan}${frozenPlan ? ' (paused)' : ''}`}
      aside={
        <Button
          variant="default"
          disabled={!planId || !paid}
          title={planId && paid ? undefined : 'Your shop has no subscription to cancel.'}
          onClick={() => setCancelling(true)}
        >
          Cancel subscription
        </Button>
      }
    >
      <div className={styles.current}>
        {frozenPlan && (
          <Notice tone="warning">
            Shopify has paused your {plans[frozenPlan].title} plan because of an unpaid Shopify bill. The limits of the
            FREE plan apply until the bill is paid; then the plan resumes automatically. Your users and accounts stay
            active.
          </Notice>
        )}
        {limit === null ? (
          <p className={styles.facts}>
            {countText(orders, 'booking')} this month. No limit.
            <PaidFacts subscription={subscription} />
          </p>
        ) : (
          <Usage orders={orders} limit={limit} />
        )}
      </div>
      {cancelling && planId && paid && (
        <CancelSubscriptionDialog
          planId={planId}
          plan={paid}
          keptAccount={subscription.keptAccount}
          onClose={() => setCancelling(false)}
        />
      )}
    </Section>
  );
}

function PaidFacts({ subscription: { planId, expiry, subscriber } }: { subscription: Subscription }) {
  return (
    <>
      {expiry && (
        <>
          {' '}
          {planId ? 'Renews on' : 'Ends on'} <When at={expiry} form="full" />.
        </>
      )}
      {subscriber && ` Subscribed by ${subscriber}.`}
      {!planId && ' You do not pay for this plan.'}
    </>
  );
}

/** Bookings of this month on a plan with a limit. */
function Usage({ orders, limit }: { orders: number; limit: number }) {
  const id = useId();
  const share = (orders / limit) * 100;
  return (
    <div className={styles.usage}>
      <p id={id} className={styles.usageText}>
        <span className="numbers">
          {formatCount(orders)} of {formatCount(limit)} bookings this month
        </span>
        <strong className="numbers">{usageText(orders, limit)}</strong>
      </p>
      <Progress.Root size="md" className={styles.bar}>
        <Progress.Section
          value={Math.min(100, share)}
          color={share >= 100 ? 'red' : share > 80 ? 'yellow' : 'teal'}
          aria-labelledby={id}
        />
      </Progress.Root>
    </div>
  );
}
