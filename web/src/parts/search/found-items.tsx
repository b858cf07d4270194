import { courierName } from '@courierdesk/contract/companies';
import { mobilePhonePattern } from '@courierdesk/contract/phones';
import {
  maxMatches,
  type FoundCustomer,
  type FoundOrder,
  type FoundParcel,
  type searchShop,
} from '@courierdesk/contract/search';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { IconBan, IconBuildingStore, IconCircleDashed, IconList, IconPackage, IconUser } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusBadge } from '../shipments/status-badge.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import type { SearchGroup, SearchItem } from './search-item.ts';

type Found = ReplyOf<typeof searchShop>['data'];

/** Opens what the search found. */
export function useOpenFound() {
  const navigate = useNavigate();
  const onOrders = useLocation({ select: ({ pathname }) => pathname === '/dashboard/orders' });
  return {
    parcel: ({ id: parcel, tracking_number: shipment }: FoundParcel): void =>
      void (onOrders
        ? navigate({
            from: '/dashboard/orders',
            search: (now) => ({ ...now, shipment, parcel, task: undefined, ask: undefined }),
          })
        : navigate({ to: '/dashboard/orders', search: { view: 'all', shipment, parcel } })),
    /** The parcel, with the question whether to cancel it. */
    cancel: ({ id: parcel, tracking_number: shipment }: FoundParcel): void =>
      void navigate({ to: '/dashboard/orders', search: { view: 'all', shipment, parcel, ask: 'cancel' } }),
    order: ({ id }: FoundOrder): void =>
      void navigate({ to: '/dashboard/shopify/orders', search: { view: 'all', tab: 'all', open: id } }),
    customer: ({ phone, has_parcels }: FoundCustomer): void =>
      void (has_parcels
        ? navigate({ to: '/dashboard/orders', search: { view: 'all', ...filterOfPhone(phone) } })
        : navigate({ to: '/dashboard/shopify/orders', search: { view: 'all', tab: 'all', query: phone } })),
    allParcels: (query: string): void => void navigate({ to: '/dashboard/orders', search: { view: 'all', query } }),
    allOrders: (query: string): void =>
      void navigate({ to: '/dashboard/shopify/orders', search: { view: 'all', tab: 'all', query } }),
  };
}

/** The phone filter takes mobile numbers. */
const filterOfPhone = (phone: string) => (mobilePhonePattern.test(phone) ? { phone_num: phone } : { query: phone });

/** So many of each kind, if several kinds match: all of them are seen without scrolling. */
const maxOfSeveral = 4;

export function foundGroups(
  { parcels, orders, customers }: Found,
  text: string,
  open: ReturnType<typeof useOpenFound>,
): SearchGroup[] {
  const kinds = [parcels, orders, customers].filter((matches) => matches.length > 0).length;
  const max = kinds > 1 ? maxOfSeveral : maxMatches;
  const all = (matches: readonly unknown[], label: string, run: () => void): SearchItem[] =>
    matches.length > max || matches.length === maxMatches ? [{ key: label, icon: IconList, label, run }] : [];
  return [
    {
      title: 'Parcels',
      items: [
        ...parcels.slice(0, max).map((parcel) => parcelItem(parcel, () => open.parcel(parcel))),
        ...all(parcels, 'All matching parcels', () => open.allParcels(text)),
      ],
    },
    {
      title: 'Orders',
      items: [
        ...orders.slice(0, max).map((order) => orderItem(order, () => open.order(order))),
        ...all(orders, 'All matching store orders', () => open.allOrders(text)),
      ],
    },
    {
      title: 'Customers',
      items: customers.slice(0, max).map((customer) => customerItem(customer, () => open.customer(customer))),
    },
  ];
}

/** For `cancel …`: the bookings that can still be cancelled. */
export const cancelItems = (parcels: readonly FoundParcel[], open: ReturnType<typeof useOpenFound>): SearchItem[] =>
  parcels
    .filter(({ booked_packet_status: status }) => status === 'FULFILLED' || status === 'INPROCESS')
    .slice(0, maxOfSeveral)
    .map((parcel) => ({
      key: `cancel ${parcel.id}`,
      icon: IconBan,
      label: `Cancel booking ${parcel.tracking_number}`,
      detail: joined('Asks first', parcel.order_name, parcel.consignee_name),
      run: () => open.cancel(parcel),
    }));

/** What the text is about: `cancel LE7500123456` is about that parcel. */
export const subjectOf = (text: string): string => text.replace(/^cancel\s+/i, '');

const parcelItem = (parcel: FoundParcel, run: () => void): SearchItem => ({
  key: `parcel ${parcel.id}`,
  icon: IconPackage,
  label: parcel.tracking_number,
  detail: joined(parcel.order_name, parcel.consignee_name, parcel.destination_city, courierName(parcel.company)),
  badge: <StatusBadge status={parcel.booked_packet_status} />,
  run,
});

const stateBadge: Record<FoundOrder['state'], ReactNode> = {
  unbooked: (
    <ToneBadge tone="process" icon={IconCircleDashed}>
      Not booked
    </ToneBadge>
  ),
  booked: <ToneBadge tone="booked">Booked</ToneBadge>,
  fulfilled: <ToneBadge tone="delivered">Fulfilled</ToneBadge>,
  cancelled: <ToneBadge tone="cancelled">Cancelled</ToneBadge>,
};

const orderItem = (order: FoundOrder, run: () => void): SearchItem => ({
  key: `order ${order.id}`,
  icon: IconBuildingStore,
  label: order.order_name,
  detail: joined(order.customer_name, order.city),
  badge: stateBadge[order.state],
  run,
});

const customerItem = (customer: FoundCustomer, run: () => void): SearchItem => ({
  key: `customer ${customer.phone}`,
  icon: IconUser,
  label: customer.name,
  detail: joined(customer.phone, customer.city, customer.has_parcels ? '' : 'no parcels yet'),
  run,
});

const joined = (...parts: string[]): string => parts.filter(Boolean).join(' · ');
