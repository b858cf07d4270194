import { planCards } from '@courierdesk/contract/plans';
import type { PaidPlan } from '@courierdesk/contract/subscriptions';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { subscriptionQuery } from '../../api/subscription.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { CurrentPlanSection } from './current-plan-section.tsx';
import { PlanCardView } from './plan-card.tsx';
import styles from './plans-page.module.css';
import { SubscribeDialog } from './subscribe-dialog.tsx';
import { SubscriptionStatusDialog } from './subscription-status-dialog.tsx';

const route = getRouteApi('/dashboard/plans');

export function PlansPage() {
  const { success, plan } = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/plans' });
  const query = useQuery({ ...subscriptionQuery, refetchOnMount: 'always' });
  const [wanted, setWanted] = useState<PaidPlan>();
  const leaving = useLeaving();
  const { data } = query;
  return (
    <Page title="Pricing & plans" help="settings#pricing-and-plans">
      {data ? (
        <div className={styles.content}>
          {leaving.isLeaving && (
            <Notice tone="info" live>
              Opening Shopify…
            </Notice>
          )}
          <CurrentPlanSection subscription={data} />
          <ul className={styles.cards} aria-label="Plans">
            {planCards.map((card) => (
              <PlanCardView
                key={card.id}
                card={card}
                isCurrent={card.id === (data.frozenPlan ?? data.plan)}
                isPaused={data.frozenPlan !== null}
                isMain={card.isPopular ? data.plan === 'FREE' : data.plan === 'MONTHLY'}
                isBusy={leaving.isLeaving}
                onChoose={setWanted}
              />
            ))}
          </ul>
          <p className={styles.note}>
            Prices are in US dollars. Shopify adds the plan to your Shopify bill. You can cancel at any time.
          </p>
          {wanted && <SubscribeDialog plan={wanted} onClose={() => setWanted(undefined)} onLeave={leaving.start} />}
          {success && (
            <SubscriptionStatusDialog
              success={success}
              wanted={plan}
              subscription={data}
              onClose={() => void navigate({ search: {}, replace: true })}
            />
          )}
        </div>
      ) : query.isError ? (
        <ErrorState query={query} />
      ) : (
        <div className={styles.content} aria-busy aria-label="Loading the plans">
          <Skeleton height={132} />
          <div className={styles.cards}>
            {planCards.map(({ id }) => (
              <Skeleton key={id} height={420} />
            ))}
          </div>
        </div>
      )}
    </Page>
  );
}

/** True while the browser opens the store's page. A browser that goes back may show this page as it was left. */
function useLeaving() {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const onShow = (): void => setLeaving(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  return { isLeaving, start: () => setLeaving(true) };
}
