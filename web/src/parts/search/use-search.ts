import { searchProblem } from '@courierdesk/contract/paging';
import { minSearchLength, searchShop } from '@courierdesk/contract/search';
import { cancelBooking, getFilterChoices } from '@courierdesk/contract/shipments';
import { canAccess } from '@courierdesk/contract/scopes';
import { useMantineColorScheme } from '@mantine/core';
import { IconBuildingStore, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { activeAccountsQuery } from '../../api/accounts.ts';
import { filterChoicesQuery } from '../../api/shipments.ts';
import { subscriptionQuery } from '../../api/subscription.ts';
import { useUser } from '../../session/use-session.ts';
import { cancelItems, foundGroups, subjectOf, useOpenFound } from './found-items.tsx';
import { actionItems, cityItems, helpItems, pageItems } from './page-items.ts';
import { recentSearches } from './recent-searches.ts';
import { searchQuery } from '../../api/search.ts';
import { searchGroups } from './search-groups.ts';
import type { SearchItem, SearchShell, SearchTool } from './search-item.ts';
import { useDocsItems } from './use-docs-items.ts';

const noChoices = { cities: [] };

/** The groups for the text typed. Parcels, orders and customers are those for `asked`, the text last sent. */
export function useSearch(props: {
  shell: SearchShell;
  text: string;
  asked: string;
  onRecent: (text: string) => void;
  onTool: (tool: SearchTool) => void;
}) {
  const { text, asked } = props;
  const user = useUser();
  const navigate = useNavigate();
  const open = useOpenFound();
  const { setColorScheme } = useMantineColorScheme();
  const canRead = canAccess(getFilterChoices.access, user);
  const canCancel = canAccess(cancelBooking.access, user);
  const canBook = canAccess(['BOOK_ORDERS'], user);
  const canSearch = canAccess(searchShop.access, user);
  const { data: accounts } = useQuery({ ...activeAccountsQuery, enabled: canBook });
  const { data: subscription } = useQuery(subscriptionQuery);
  const subject = subjectOf(asked);
  const isSearchable = subject.length >= minSearchLength && !searchProblem(subject);
  const found = useQuery({ ...searchQuery(subject), enabled: canSearch && isSearchable });
  const { data: { cities } = noChoices } = useQuery({ ...filterChoicesQuery, enabled: canRead && text !== '' });
  const docs = useDocsItems(text);

  const isCurrent = asked === text && subject.length >= minSearchLength;
  const actions = actionItems(
    user,
    { plan: subscription?.plan, accounts: accounts?.accounts ?? [] },
    navigate,
    props.onTool,
    props.shell.openKeys,
    setColorScheme,
  );
  const pages = pageItems(props.shell.pages, user, navigate);
  const recent = recentSearches(user.id).map((one): SearchItem => ({
    key: `recent ${one}`,
    icon: IconHistory,
    label: one,
    stays: true,
    run: () => props.onRecent(one),
  }));
  const isSettled = isCurrent && (!canSearch || found.isSuccess);
  const isSearching = canSearch && text.length >= minSearchLength && (!isCurrent || found.isFetching);
  const groups = searchGroups(text, {
    recent,
    pages,
    actions,
    cancels: isCurrent && subject !== asked && canCancel && found.data ? cancelItems(found.data.parcels, open) : [],
    cities: cityItems(cities, navigate),
    found: isCurrent && found.data ? foundGroups(found.data, subject, open) : [],
    docs: docs.items,
  });
  const isNothing = isSettled && groups.length === 0;
  const storeOrders: SearchItem = {
    key: 'store orders',
    icon: IconBuildingStore,
    label: `Search Store orders for “${text}”`,
    run: () => open.allOrders(text),
  };
  const elsewhere = isNothing && canBook ? [{ title: 'Search elsewhere', items: [storeOrders] }] : [];
  const [best] = [...groups, ...elsewhere];
  return {
    groups: [...groups, ...elsewhere, { title: 'Help', items: helpItems(navigate) }],
    /** What Enter opens if no other item is chosen. Docs wait until we know what else matches. */
    first: isSearching && best?.title === 'Docs' ? undefined : best?.items[0],
    /** Without the two entries that are always there. */
    count: groups.reduce((sum, { items }) => sum + items.length, 0),
    found: isCurrent ? found.data : undefined,
    error: isCurrent ? found.error : null,
    retry: found.refetch,
    isSearching,
    isSettled,
    isNothing,
    isWithoutDocs: docs.hasFailed,
    searched: listOf([
      ...(canSearch ? ['tracking numbers', 'orders', 'phones', 'names'] : []),
      'pages',
      ...(docs.hasFailed ? [] : ['docs']),
    ]),
  };
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
