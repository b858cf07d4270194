import { daysInOrder } from '@courierdesk/contract/dates';
import { companies, courierName, isCompany } from '@courierdesk/contract/companies';
import { toDoName } from '@courierdesk/contract/filter-words';
import { ParcelsToDo } from '@courierdesk/contract/shipment-filters';
import { ShipmentStatus, statusName } from '@courierdesk/contract/statuses';
import { Button, MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { filterChoicesQuery } from '../../../api/shipments.ts';
import { bookersQuery } from '../../../api/users.ts';
import { titleCase } from '../../../lib/title-case.ts';
import { textOf } from '../../../lib/url-filters.ts';
import { RangePicker } from '../../../ui/dates/range-picker.tsx';
import { FilterText } from '../../../ui/filters/filter-text.tsx';
import { operators } from '../../../ui/filters/operators.ts';
import styles from './filter-panel.module.css';
import { unreadableHint } from './active-filters.ts';
import type { OrdersSearch } from './orders-search.ts';
import { useOrdersSearch } from './use-orders-search.ts';

const statuses = ShipmentStatus.options.map((value) => ({ value, label: statusName[value] }));
const toDos = ParcelsToDo.options.map((value) => ({ value, label: toDoName[value] }));
const payments = [
  { value: 'UNPAID', label: 'Unpaid' },
  { value: 'PAID', label: 'Paid' },
];

/** Every filter of the list; each applies as soon as it is set. */
export function FilterPanel(props: { id: string; onClose: () => void }) {
  const { search, query, problems = {}, setFilters } = useOrdersSearch();
  const onChange: (part: Partial<OrdersSearch>) => unknown = setFilters;
  return (
    <section id={props.id} className={styles.panel} aria-label="Filters">
      <div className={styles.fields}>
        <MultiSelect
          label="Status"
          placeholder={query.status ? undefined : 'Any'}
          searchable
          data={statuses}
          value={query.status ?? []}
          error={unreadableHint(problems, 'status')}
          onChange={(status) => onChange({ status })}
        />
        <CourierField
          chosen={query.courier}
          error={unreadableHint(problems, 'courier')}
          onChange={(courier) => onChange({ courier })}
        />
        <CityField city={query.dest} onChange={(dest) => onChange({ dest })} />
        <Select
          label="Payment"
          placeholder="Any"
          clearable
          data={payments}
          value={query.payment_status ?? null}
          error={unreadableHint(problems, 'payment_status')}
          onChange={(value) => onChange({ payment_status: value ?? undefined })}
        />
        <BookerField tag={query.bookedBy} onChange={(bookedBy) => onChange({ bookedBy })} />
        <FilterText
          label="Tracking number"
          placeholder="All or first digits"
          value={textOf(search.track)}
          error={unreadableHint(problems, 'track')}
          onChange={(text) => onChange({ track: text || undefined })}
        />
        <FilterText
          label="Phone"
          placeholder="All or first digits"
          inputMode="tel"
          value={textOf(search.phone_num)}
          error={unreadableHint(problems, 'phone_num')}
          onChange={(text) => onChange({ phone_num: text || undefined })}
        />
        <Select
          label="Tag"
          placeholder="Any"
          clearable
          data={tagsWith(query.tag)}
          value={query.tag ?? null}
          onChange={(value) => onChange({ tag: value ?? undefined })}
        />
        <Select
          label="To do"
          placeholder="Any"
          clearable
          data={toDos}
          value={query.todo ?? null}
          error={unreadableHint(problems, 'todo')}
          onChange={(value) => onChange({ todo: value ?? undefined })}
        />
        <div className={styles.days} role="group" aria-label="Days from booking to delivery, or until now">
          <Select
            label="Days on the way"
            allowDeselect={false}
            data={operators}
            value={query.op}
            error={unreadableHint(problems, 'op')}
            onChange={(value) => onChange({ op: value ?? undefined })}
          />
          <FilterText
            label="Number of days"
            inputMode="numeric"
            value={textOf(search.days)}
            error={unreadableHint(problems, 'days')}
            onChange={(text) => onChange({ days: text || undefined })}
          />
        </div>
        <div className={styles.ranges}>
          <RangePicker
            label="Booked"
            clearable
            range={daysInOrder(query.bookingfrom, query.bookingto)}
            onChange={({ from, to }) => onChange({ bookingfrom: from, bookingto: to })}
          />
          <RangePicker
            label="Delivered"
            clearable
            range={daysInOrder(query.deliveredfrom, query.deliveredto)}
            onChange={({ from, to }) => onChange({ deliveredfrom: from, deliveredto: to })}
          />
          <Button variant="subtle" className={styles.close} aria-label="Close filters" onClick={props.onClose}>
            Close
          </Button>
        </div>
      </div>
    </section>
  );
}

const none = { cities: [], couriers: [] };

/** Our couriers, and other companies in the data. */
function CourierField(props: {
  chosen: string[] | undefined;
  error: string | undefined;
  onChange: (couriers: string[]) => void;
}) {
  const { data: { couriers } = none } = useQuery(filterChoicesQuery);
  const { chosen = [] } = props;
  const others = [...couriers, ...chosen].filter((one) => !isCompany(one));
  return (
    <MultiSelect
      label="Courier"
      placeholder={chosen.length > 0 ? undefined : 'Any'}
      searchable
      data={[...companies, ...new Set(others)].map((value) => ({ value, label: courierName(value) }))}
      value={chosen}
      error={props.error}
      onChange={props.onChange}
    />
  );
}

function CityField({ city, onChange }: { city: string | undefined; onChange: (city: string | undefined) => void }) {
  const { data: { cities } = none, isPending, isError } = useQuery(filterChoicesQuery);
  const known = cities.find((one) => one.toLowerCase() === city?.toLowerCase());
  const all = [...new Set(city && !known ? [city, ...cities] : cities)];
  return (
    <Select
      label="City"
      placeholder={isPending ? 'Loading…' : 'Any'}
      clearable
      searchable
      limit={100}
      nothingFoundMessage={isError ? 'The cities did not load' : 'No parcels sent there'}
      data={all.map((value) => ({ value, label: titleCase(value) }))}
      value={known ?? city ?? null}
      onChange={(value) => onChange(value ?? undefined)}
    />
  );
}

function BookerField({ tag, onChange }: { tag: string | undefined; onChange: (tag: string | undefined) => void }) {
  const { data: people = [] } = useQuery(bookersQuery);
  const options = people
    .filter((person) => person.tag)
    .map(({ first_name, last_name, tag: value, is_deleted }) => ({
      value,
      label: `${first_name} ${last_name} (${value})${is_deleted ? ' (deleted)' : ''}`,
    }));
  const known = options.some(({ value }) => value === tag);
  return (
    <Select
      label="Booked by"
      placeholder="Anyone"
      clearable
      searchable
      nothingFoundMessage="No one with this name"
      data={tag && !known ? [{ value: tag, label: tag }, ...options] : options}
      value={tag ?? null}
      onChange={(value) => onChange(value ?? undefined)}
    />
  );
}

const tagsWith = (tag: string | undefined): { value: string; label: string }[] => [
  { value: 'MERGED', label: 'Merged' },
  ...(tag && tag !== 'MERGED' ? [{ value: tag, label: tag }] : []),
];
