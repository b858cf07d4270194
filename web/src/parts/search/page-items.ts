import { exportOrders } from '@courierdesk/contract/exports';
import { importOrders } from '@courierdesk/contract/imports';
import { printLabels } from '@courierdesk/contract/labels';
import { createLoadSheets } from '@courierdesk/contract/load-sheets';
import { planHas } from '@courierdesk/contract/plans';
import { canAccess, type Access } from '@courierdesk/contract/scopes';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import type { ParcelsToDo } from '@courierdesk/contract/shipment-filters';
import type { Plan } from '@courierdesk/contract/subscriptions';
import type { Profile } from '@courierdesk/contract/sessions';
import type { MantineColorScheme } from '@mantine/core';
import {
  IconBook2,
  IconCashMinus,
  IconCashOff,
  IconClockExclamation,
  IconClockPause,
  IconDeviceDesktop,
  IconFileExport,
  IconFileImport,
  IconHomeX,
  IconKeyboard,
  IconLifebuoy,
  IconMessages,
  IconPackageExport,
  IconMail,
  IconMapPin,
  IconMoon,
  IconPlus,
  IconPrinter,
  IconRoute,
  IconStack2,
  IconSun,
  IconTruckLoading,
  IconUserX,
  type Icon,
} from '@tabler/icons-react';
import type { useNavigate } from '@tanstack/react-router';
import { titleCase } from '../../lib/title-case.ts';
import type { SearchItem, SearchPage, SearchTool } from './search-item.ts';

type Navigate = ReturnType<typeof useNavigate>;

/** Pages that are not in the navigation. */
const otherPages = [
  { to: '/dashboard/exports', label: 'Exports', icon: IconFileExport, access: exportOrders.access },
  { to: '/dashboard/settings/labels', label: 'Shipper & labels', icon: IconPrinter, access: ['READ_SETTINGS'] },
  { to: '/dashboard/settings/tracking-page', label: 'Tracking page', icon: IconMapPin, access: ['READ_SETTINGS'] },
  { to: '/dashboard/settings/customer-emails', label: 'Customer emails', icon: IconMail, access: ['READ_SETTINGS'] },
  { to: '/dashboard/settings/courier-rules', label: 'Courier rules', icon: IconRoute, access: ['READ_SETTINGS'] },
  { to: '/dashboard/settings/customer-data', label: 'Customer data', icon: IconUserX, access: 'owner' },
  { to: '/dashboard/support', label: 'Support', icon: IconLifebuoy, access: 'signed-in' },
  { to: '/dashboard/sample-orders', label: 'Sample store orders', icon: IconDeviceDesktop, access: 'signed-in' },
] as const satisfies readonly { to: string; label: string; icon: Icon; access: Access }[];

/** What people call these pages. */
const otherWords: Readonly<Record<string, string>> = {
  '/dashboard': 'home figures analytics charts',
  '/dashboard/orders': 'parcels shipments tracking',
  '/dashboard/shopify/orders': 'shopify booking',
  '/dashboard/batches': 'bulk booking',
  '/dashboard/load-sheets': 'manifests riders pickup',
  '/dashboard/attention': 'problems',
  '/dashboard/differences': 'drift compare repair',
  '/dashboard/imports': 'csv',
  '/dashboard/exports': 'csv excel downloads',
  '/dashboard/accounts': 'couriers tracking',
  '/dashboard/users': 'team members scopes permissions invite colleagues',
  '/dashboard/settings/labels': 'logo branding note return address',
  '/dashboard/settings/tracking-page': 'logo branding colours language',
  '/dashboard/settings/customer-emails': 'notifications wording',
  '/dashboard/settings/customer-data': 'privacy erase delete old customers',
  '/dashboard/staff': 'team members statistics',
  '/dashboard/settings': 'tags emails defaults',
  '/dashboard/plans': 'billing subscription upgrade',
  '/dashboard/profile': 'password two factor sessions',
  '/dashboard/audit': 'audit history',
  '/dashboard/support': 'contact help',
  '/dashboard/docs': 'help guide',
};

export const pageItems = (pages: readonly SearchPage[], user: Profile, navigate: Navigate): SearchItem[] =>
  [...pages, ...otherPages.filter(({ access }) => canAccess(access, user))].map(({ to, label, icon }) => ({
    key: `page ${to}`,
    icon,
    label,
    otherWords: otherWords[to],
    run: () => void navigate({ to }),
  }));

type ShopState = { readonly plan: Plan | undefined; readonly accounts: readonly AccountChoice[] };

/** What this person may do with the scopes and the plan they have. */
export function actionItems(
  user: Profile,
  { plan, accounts }: ShopState,
  navigate: Navigate,
  openTool: (tool: SearchTool) => void,
  openKeys: () => void,
  setTheme: (scheme: MantineColorScheme) => void,
): SearchItem[] {
  const may = (access: Access): boolean => canAccess(access, user);
  const tool = (icon: Icon, label: string, name: SearchTool): SearchItem => ({
    key: `action ${label}`,
    icon,
    label,
    stays: true,
    run: () => openTool(name),
  });
  const go = (icon: Icon, label: string, detail: string, run: () => void): SearchItem => ({
    key: `action ${label}`,
    icon,
    label,
    detail,
    run,
  });
  const readyOrders = { view: 'all', tab: 'ready' } as const;
  const booking = [
    ...accounts.map(({ id, name }) =>
      go(
        IconPackageExport,
        `Book with ${name}`,
        'Orders that are ready for this account',
        () => void navigate({ to: '/dashboard/shopify/orders', search: { ...readyOrders, account: id } }),
      ),
    ),
    go(
      IconStack2,
      'New batch',
      'Select orders that are ready to book',
      () => void navigate({ to: '/dashboard/shopify/orders', search: readyOrders }),
    ),
  ];
  const parcels = (icon: Icon, todo: ParcelsToDo, label: string, detail: string, words: string): SearchItem => ({
    ...go(
      icon,
      label,
      detail,
      () => void navigate({ to: '/dashboard/orders', search: { view: 'all', todo, sort: 'booked', dir: 'asc' } }),
    ),
    otherWords: words,
  });
  return [
    ...(may(['READ_ORDERS'])
      ? [
          parcels(
            IconClockExclamation,
            'LATE',
            'Late parcels',
            'Past the expected day, or over 3 days on the way',
            'overdue delayed slow orders',
          ),
          parcels(IconClockPause, 'STUCK', 'Stuck parcels', 'No news for 3 days', 'orders'),
          parcels(
            IconHomeX,
            'ATTEMPTED',
            'Failed delivery attempts',
            'The courier could not deliver',
            'orders undelivered',
          ),
          parcels(
            IconCashOff,
            'MISSING_PAYMENT',
            'Missing payments',
            'Delivered over 14 days ago, not paid by the courier',
            'money unpaid cod owed orders',
          ),
          parcels(
            IconCashMinus,
            'PAID_SHORT',
            'Short payments',
            'The courier paid less than the COD',
            'money underpaid cod deducted charges orders',
          ),
        ]
      : []),
    ...(may(['BOOK_ORDERS']) ? booking : []),
    ...(may(printLabels.access) && may(['READ_ORDERS'])
      ? [
          go(
            IconPrinter,
            'Print due labels',
            'Parcels whose label is not printed',
            () => void navigate({ to: '/dashboard/orders', search: { view: 'all', todo: 'UNPRINTED' } }),
          ),
        ]
      : []),
    ...(may(createLoadSheets.access)
      ? [
          go(
            IconTruckLoading,
            'Make load sheets',
            'Parcels that wait for the rider',
            () => void navigate({ to: '/dashboard/load-sheets' }),
          ),
        ]
      : []),
    ...(may(importOrders.access)
      ? [tool(IconFileImport, 'Import payments', 'payments'), tool(IconPackageExport, 'Bulk Fulfillment', 'fulfilment')]
      : []),
    ...(may(exportOrders.access) && plan && planHas(plan, 'exports')
      ? [tool(IconFileExport, 'Export orders', 'export')]
      : []),
    ...(may(['WRITE_ACCOUNTS'])
      ? [
          go(
            IconPlus,
            'Create account',
            'Connect a courier',
            () => void navigate({ to: '/dashboard/accounts/create-account' }),
          ),
        ]
      : []),
    ...(may('owner')
      ? [
          {
            ...go(IconPlus, 'Create user', 'Invite a colleague', () => void navigate({ to: '/dashboard/create-user' })),
            otherWords: 'invite add colleague staff team member',
          },
        ]
      : []),
    ...themes.map(({ scheme, label, icon }) => ({
      ...go(icon, label, '', () => setTheme(scheme)),
      otherWords: 'mode appearance colours night',
    })),
    go(IconKeyboard, 'Keyboard shortcuts', '', openKeys),
  ];
}

const themes = [
  { scheme: 'dark', label: 'Dark theme', icon: IconMoon },
  { scheme: 'light', label: 'Light theme', icon: IconSun },
  { scheme: 'auto', label: 'System theme', icon: IconDeviceDesktop },
] as const;

/** The parcels to each city of the shop. */
export const cityItems = (cities: readonly string[], navigate: Navigate): SearchItem[] =>
  cities.map((city) => ({
    key: `city ${city}`,
    icon: IconMapPin,
    label: `Parcels to ${titleCase(city)}`,
    otherWords: city,
    run: () => void navigate({ to: '/dashboard/orders', search: { view: 'all', dest: city } }),
  }));

const communityUrl = 'https://community.shopify.com/';

export const helpItems = (navigate: Navigate): SearchItem[] => [
  {
    key: 'help center',
    icon: IconBook2,
    label: 'Help center',
    detail: 'All docs of Courierdesk',
    run: () => void navigate({ to: '/dashboard/docs' }),
  },
  {
    key: 'community forum',
    icon: IconMessages,
    label: 'Community forum',
    detail: 'Opens the Shopify Community in a new tab',
    run: () => void window.open(communityUrl, '_blank', 'noopener'),
  },
];
