import { formatCount } from '../values/count-text.ts';
import { Plan, type PaidPlan } from './subscriptions.ts';

/** What only some plans have. */
type PlanFeature = 'automaticStatus' | 'exports' | 'twoFactor' | 'orderTags';

type PlanTerms = {
  readonly title: string;
  /** In US dollars, for one `duration`. */
  readonly price: number;
  readonly duration: 'month' | 'year';
  readonly isPopular: boolean;
  readonly mostlyUsed: boolean;
  /** Per shop, bookings per month of the shop's time zone; undefined is unlimited. Users: the owner is not counted. */
  readonly limits: { readonly bookings?: number; readonly accounts?: number; readonly users?: number };
  readonly features: readonly PlanFeature[];
};

const everything: readonly PlanFeature[] = ['automaticStatus', 'exports', 'twoFactor', 'orderTags'];

/** Prices, limits and features: the one place for them. */
export const plans: Readonly<Record<Plan, PlanTerms>> = {
  FREE: {
    title: 'Basic',
    price: 0,
    duration: 'month',
    isPopular: false,
    mostlyUsed: false,
    limits: { bookings: 5000, accounts: 10, users: 10 },
    features: [],
  },
  MONTHLY: {
    title: 'Monthly',
    price: 10,
    duration: 'month',
    isPopular: true,
    mostlyUsed: false,
    limits: {},
    features: everything,
  },
  YEARLY: {
    title: 'Yearly',
    price: 99.99,
    duration: 'year',
    isPopular: false,
    mostlyUsed: true,
    limits: {},
    features: everything,
  },
};

export const planHas = (plan: Plan, feature: PlanFeature): boolean => plans[plan].features.includes(feature);

/** Why the shop is treated as on FREE while the store has paused its plan. */
export const pausedPlanText = (plan: PaidPlan): string =>
  `Shopify has paused the ${plans[plan].title} plan because of an unpaid Shopify bill. The limits of the FREE plan apply until it is paid.`;

/** A plan as its card shows it. */
export type PlanCard = {
  readonly id: Plan;
  readonly title: string;
  readonly price: number;
  readonly currencySign: '$';
  readonly duration: 'month' | 'year';
  readonly isFree: boolean;
  readonly isPopular: boolean;
  readonly mostlyUsed: boolean;
  readonly features: readonly { readonly text: string; readonly available: boolean }[];
};

export const planCards: readonly PlanCard[] = Plan.options.map((id) => {
  const { title, price, duration, isPopular, mostlyUsed, limits } = plans[id];
  return {
    id,
    title,
    price,
    currencySign: '$',
    duration,
    isFree: id === 'FREE',
    isPopular,
    mostlyUsed,
    features: [
      { text: `${amountOf(limits.bookings)} order bookings per month`, available: true },
      { text: `${amountOf(limits.accounts)} tracking accounts`, available: true },
      { text: `${amountOf(limits.users)} user accounts`, available: true },
      { text: 'Automatic status update', available: planHas(id, 'automaticStatus') },
      { text: 'CSV and Excel export', available: planHas(id, 'exports') },
      { text: 'Two-factor sign-in and passkeys', available: planHas(id, 'twoFactor') },
      { text: 'Order tags in the store', available: planHas(id, 'orderTags') },
    ],
  };
});

function amountOf(limit: number | undefined): string {
  return limit === undefined ? 'Unlimited' : formatCount(limit);
}
