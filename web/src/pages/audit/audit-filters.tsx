import { auditGroupName, AuditGroup } from '@courierdesk/contract/audit-groups';
import { AuditActor, AuditFilter } from '@courierdesk/contract/audit';
import { dayOf, daysInOrder } from '@courierdesk/contract/dates';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditActorsQuery } from '../../api/audit.ts';
import { rangeName } from '../../lib/day-ranges.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { readFilters } from '../../lib/url-filters.ts';
import { useNow } from '../../lib/use-now.ts';
import { RangePicker } from '../../ui/dates/range-picker.tsx';
import { unreadableFilters, type UrlFilter } from '../../ui/filters/url-filter.ts';
import { SearchBox } from '../../ui/filters/search-box.tsx';
import type { AuditSearch } from './audit-search.ts';
import styles from './audit-page.module.css';

export type ActiveAuditFilter = UrlFilter<AuditFilter>;

const systems = [
  { value: 'job', label: 'Courierdesk' },
  { value: 'webhook', label: 'Shopify' },
  { value: 'courier', label: 'Couriers' },
];

function useActors(): { value: string; label: string }[] {
  const { data = [] } = useQuery(auditActorsQuery);
  return data.map(({ id, name, deleted }) => ({ value: id, label: deleted ? `${name} (deleted)` : name }));
}

export function AuditFilters(props: { filter: AuditFilter; onChange: (part: Partial<AuditFilter>) => unknown }) {
  const { filter, onChange } = props;
  const actors = useActors();
  return (
    <>
      <SearchBox
        label="Search order, number, user or email"
        className={styles.search}
        value={filter.query ?? ''}
        onSearch={(text) => onChange({ query: text || undefined })}
      />
      <Select
        aria-label="Who"
        placeholder="Everyone"
        className={styles.select}
        clearable
        searchable
        nothingFoundMessage="No such user"
        data={[
          { group: 'Users', items: actors },
          { group: 'Automatic', items: systems },
        ]}
        value={filter.actor ?? null}
        onChange={(value) => onChange({ actor: AuditActor.safeParse(value).data })}
      />
      <Select
        aria-label="Area"
        placeholder="All areas"
        className={styles.select}
        clearable
        data={AuditGroup.options.map((value) => ({ value, label: auditGroupName[value] }))}
        value={filter.group ?? null}
        onChange={(value) => onChange({ group: value ?? undefined })}
      />
      <RangePicker label="Days" clearable range={daysInOrder(filter.from, filter.to)} onChange={onChange} />
    </>
  );
}

const filterNames = [
  ['actor', 'Who'],
  ['group', 'Area'],
  ['query', 'Search'],
  ['from', 'First day'],
  ['to', 'Last day'],
] as const;

export const unreadableIn = (search: AuditSearch): readonly ActiveAuditFilter[] =>
  unreadableFilters(search, filterNames, readFilters(AuditFilter, search).problems);

/** The active filters in words. */
export function useActiveFilters({ query, actor, group, from, to }: AuditFilter): ActiveAuditFilter[] {
  const actors = useActors();
  const today = dayOf(useNow(), useTimeZone());
  const days = daysInOrder(from, to);
  const who = [...actors, ...systems].find(({ value }) => value === actor)?.label ?? 'A user';
  return [
    ...(query ? [{ name: 'Search', value: query, without: { query: undefined } }] : []),
    ...(actor ? [{ name: 'Who', value: who, without: { actor: undefined } }] : []),
    ...(group ? [{ name: 'Area', value: auditGroupName[group], without: { group: undefined } }] : []),
    ...(days.from || days.to
      ? [{ name: 'Days', value: rangeName(days, today), without: { from: undefined, to: undefined } }]
      : []),
  ];
}
