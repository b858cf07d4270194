import { canAccess, type Access } from '@courierdesk/contract/scopes';
import {
  IconAddressBook,
  IconAlertTriangle,
  IconArrowsDiff,
  IconBook2,
  IconBuildingStore,
  IconFileImport,
  IconHistory,
  IconLayoutDashboard,
  IconPackage,
  IconReceipt2,
  IconSettings,
  IconStack2,
  IconTruckLoading,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { guidePages } from '../../lib/guide-pages.ts';
import { AttentionCount } from './attention-count.tsx';
import { DifferenceCount } from './difference-count.tsx';

export type NavEntry = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  /** Used where space is small. */
  short?: string;
  icon: Icon;
  /** After g, opens the page. */
  key?: string;
  access: Access;
  /** 'You' is below the groups, beside Logout. */
  group: 'Daily work' | 'Set-up' | 'Help and plan' | 'You';
  /** Its pages, listed below it while one of them is open. */
  items?: readonly { page: string; label: string }[];
  /** One of the four daily pages in the phones' bottom bar. */
  daily?: boolean;
  /** A word after the label. */
  note?: string;
  /** A count after the label, for people who may open the page. */
  badge?: ComponentType;
};

/** All pages of the navigation, in order. */
export const navEntries: readonly NavEntry[] = [
  {
    to: '/dashboard',
    key: 'd',
    label: 'Dashboard',
    icon: IconLayoutDashboard,
    access: ['READ_ANALYTICS'],
    group: 'Daily work',
    daily: true,
  },
  {
    to: '/dashboard/orders',
    key: 'o',
    label: 'Orders',
    icon: IconPackage,
    access: ['READ_ORDERS'],
    group: 'Daily work',
    daily: true,
  },
  {
    to: '/dashboard/shopify/orders',
    key: 's',
    label: 'Store orders',
    icon: IconBuildingStore,
    access: ['BOOK_ORDERS'],
    group: 'Daily work',
    daily: true,
  },
  {
    to: '/dashboard/batches',
    key: 'b',
    label: 'Batches',
    icon: IconStack2,
    access: ['BOOK_ORDERS'],
    group: 'Daily work',
  },
  {
    to: '/dashboard/load-sheets',
    key: 'l',
    label: 'Load sheets',
    icon: IconTruckLoading,
    access: ['BOOK_ORDERS'],
    group: 'Daily work',
  },
  {
    to: '/dashboard/attention',
    key: 'n',
    label: 'Needs attention',
    short: 'Attention',
    icon: IconAlertTriangle,
    access: ['READ_ORDERS', 'BOOK_ORDERS'],
    group: 'Daily work',
    daily: true,
    badge: AttentionCount,
  },
  {
    to: '/dashboard/differences',
    key: 'f',
    label: 'Differences',
    icon: IconArrowsDiff,
    access: ['READ_ORDERS'],
    group: 'Daily work',
    badge: DifferenceCount,
  },
  {
    to: '/dashboard/imports',
    key: 'i',
    label: 'Imports',
    icon: IconFileImport,
    access: ['UPDATE_ORDERS'],
    group: 'Daily work',
  },
  {
    to: '/dashboard/accounts',
    key: 'a',
    label: 'Accounts',
    icon: IconAddressBook,
    access: ['READ_ACCOUNTS'],
    group: 'Set-up',
  },
  { to: '/dashboard/users', key: 'u', label: 'Users', icon: IconUsers, access: 'owner', group: 'Set-up' },
  {
    to: '/dashboard/staff',
    key: 't',
    label: 'Staff',
    icon: IconUsersGroup,
    access: 'owner',
    group: 'Set-up',
    note: 'Admin',
  },
  { to: '/dashboard/audit', label: 'Activity log', icon: IconHistory, access: 'owner', group: 'Set-up' },
  {
    to: '/dashboard/settings',
    key: 'e',
    label: 'Settings',
    icon: IconSettings,
    access: ['READ_SETTINGS'],
    group: 'Set-up',
  },
  {
    to: '/dashboard/docs',
    label: 'Docs',
    icon: IconBook2,
    access: 'signed-in',
    group: 'Help and plan',
    items: guidePages.flatMap(({ page, nav }) => (nav ? [{ page, label: nav }] : [])),
  },
  {
    to: '/dashboard/plans',
    label: 'Pricing & plans',
    icon: IconReceipt2,
    access: 'owner',
    group: 'Help and plan',
  },
  { to: '/dashboard/profile', label: 'Profile', icon: IconUserCircle, access: 'signed-in', group: 'You' },
];

/** The entries that a person may open. */
export const allowedNavEntries = (user: Parameters<typeof canAccess>[1]): NavEntry[] =>
  navEntries.filter((place) => canAccess(place.access, user));
