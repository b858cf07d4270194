import type { PlanCard } from '@courierdesk/contract/plans';
import { PaidPlan } from '@courierdesk/contract/subscriptions';
import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { priceText, savingText } from './price-text.ts';
import styles from './plans-page.module.css';

/** A plan with its price and features. The free plan and the current one cannot be chosen. */
export function PlanCardView(props: {
  card: PlanCard;
  isCurrent: boolean;
  /** The shop's plan is paused until its Shopify bill is paid. */
  isPaused: boolean;
  /** The one that we suggest. */
  isMain: boolean;
  isBusy: boolean;
  onChoose: (plan: PaidPlan) => void;
}) {
  const { card, isCurrent } = props;
  const id = useId();
  const saving = savingText(card);
  const badge = card.isPopular ? 'Recommended' : card.mostlyUsed ? 'Mostly used' : undefined;
  return (
    <li className={styles.card} aria-labelledby={id} data-current={isCurrent || undefined}>
      <div className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>
          {card.title}
        </h2>
        {badge && (
          <span className={styles.badge} data-popular={card.isPopular || undefined}>
            {badge}
          </span>
        )}
      </div>
      <p className={styles.price}>
        <strong className="numbers">{priceText(card)}</strong>
        <span>{card.isFree ? 'FREE' : `per ${card.duration}`}</span>
        {saving && <span className={styles.saving}>{saving}</span>}
      </p>
      <ul className={styles.features}>
        {card.features.map(({ text, available }) => {
          const FeatureIcon = available ? IconCheck : IconX;
          return (
            <li key={text} data-missing={!available || undefined}>
              <FeatureIcon size={16} stroke={2} aria-hidden className={styles.featureIcon} />
              <span>
                {!available && <span className="visually-hidden">Not included: </span>}
                {text}
              </span>
            </li>
          );
        })}
      </ul>
      <Choice {...props} />
    </li>
  );
}

function Choice({ card, isCurrent, isPaused, isMain, isBusy, onChoose }: Parameters<typeof PlanCardView>[0]) {
  const paid = PaidPlan.safeParse(card.id);
  if (isCurrent)
    return (
      <p className={styles.chosen}>
        {isPaused ? 'Your current plan, paused. It resumes when your Shopify bill is paid.' : 'Your current plan'}
      </p>
    );
  if (!paid.success)
    return (
      <p className={styles.chosen}>
        {isPaused && 'Its limits apply while your plan is paused. '}You get this plan when you cancel your subscription.
      </p>
    );
  return (
    <Button fullWidth variant={isMain ? 'filled' : 'default'} disabled={isBusy} onClick={() => onChoose(paid.data)}>
      Choose {card.title}
    </Button>
  );
}
