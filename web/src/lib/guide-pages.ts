/** The pages under /dashboard/docs in reading order. `nav` is the label in the navigation. */
export const guidePages = [
  { page: 'dashboard', title: 'Dashboard', nav: 'Dashboard', about: 'Your figures, and what to do today.' },
  { page: 'orders', title: 'Orders', nav: 'Orders', about: 'Find, print, cancel, import and export your parcels.' },
  { page: 'live-tracking', title: 'Live tracking', nav: 'Live tracking', about: 'What you and your customers see.' },
  {
    page: 'tracking-accounts',
    title: 'Tracking accounts',
    nav: 'Tracking accounts',
    about: 'Connect Leopards, M&P, PostEx and TCS.',
  },
  { page: 'order-booking', title: 'Order booking', nav: 'Order booking', about: 'Every field of the booking form.' },
  {
    page: 'order-booking-guide',
    title: 'Order booking guide',
    nav: undefined,
    about: 'From a new order to a picked-up parcel, step by step.',
  },
  { page: 'merge-orders', title: 'Merge orders', nav: 'Merge orders', about: 'One parcel for several orders.' },
  { page: 'settings', title: 'Settings', nav: 'Settings', about: 'Defaults, courier rules and order tags.' },
  { page: 'users', title: 'User management', nav: 'User management', about: 'Add staff and choose what they may do.' },
  {
    page: 'two-factor-auth',
    title: 'Two factor auth',
    nav: 'Two factor auth',
    about: 'Sign in with a code from your phone.',
  },
] as const;

export type GuidePage = (typeof guidePages)[number]['page'];

/** A page, or a heading on it: `orders#export-orders`. */
export type GuideTopic = GuidePage | `${GuidePage}#${string}`;

export const isGuidePage = (text: string): text is GuidePage => guidePages.some(({ page }) => page === text);
