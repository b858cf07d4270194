import { pausedPlanText } from '@courierdesk/contract/plans';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { subscriptionQuery } from '../../api/subscription.ts';
import { PlansLink } from './plans-link.tsx';

/** What only a paid plan has, or that the shop's own is paused; then the way to the plans. */
export function PlanNeeded({ children, onLeave }: { children: ReactNode; onLeave?: () => void }) {
  const frozenPlan = useQuery(subscriptionQuery).data?.frozenPlan;
  return (
    <>
      {frozenPlan ? pausedPlanText(frozenPlan) : children} <PlansLink {...(onLeave && { onLeave })} />
    </>
  );
}
