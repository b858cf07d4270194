import { daysInOrder } from '@courierdesk/contract/dates';
import { companies, courierName, isCompany } from '@courierdesk/contract/companies';
import { maxSearchLength } from '@courierdesk/contract/paging';
import { StatusFilter } from '@courierdesk/contract/filter-values';
import { toDoName } from '@courierdesk/contract/filter-words';
import { DaysOperator, maxPhoneLength, ParcelsToDo } from '@courierdesk/contract/shipment-filters';
import { PaymentStatus, ShipmentStatus, statusName } from '@courierdesk/contract/statuses';
import { Button, MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { filterChoicesQuery } from '../../../api/shipments.ts';
import { bookersQuery } from '../../../api/users.ts';
import { titleCase } from '../../../lib/title-case.ts';
import { RangePicker } from '../../../ui/dates/range-picker.tsx';
import { FilterText } from '../../../ui/filters/filter-text.tsx';
import styles from './filter-panel.module.css';
import { unreadableHint } from './active-filters.ts';
import { readOrdersSearch, type OrdersSearch } from './orders-search.ts';

const statuses = ShipmentStatus.options.map((value) => ({ value, label: statusName[value] }));
const toDos = ParcelsToDo.options.map((value) => ({ value, label: toDoName[value] }));
const payments = [
  { value: 'UNPAID', label: 'Unpaid' },
  { value: 'PAID', label: 'Paid' },
];
const operators = [
  { value: 'GREATER', label: 'More than' },
  { value: 'LESS', label: 'Less than' },
  { value: 'EQUAL', label: 'Exactly' },
];

/** Every filter of the list; each applies as soon as it is set. */
export function FilterPanel(props: {
  id: string;
  search: OrdersSearch;
  onChange: (part: Partial<OrdersSearch>) => unknown;
  onClose: () => void;
}) {
  const { search, onChange } = props;
  return (
    <section id={props.id} className={styles.panel} aria-label="Filters">
      <div className={styles.fields}>
        <MultiSelect
          label="Status"
          placeholder={search.status ? undefined : 'Any'}
          clearable
          searchable
          data={statuses}
          value={search.status ?? []}
          error={unreadableHint(search, 'status')}
          onChange={(values) => onChange({ status: StatusFilter.parse(values) })}
        />
        <CourierField search={search} onChange={(courier) => onChange({ courier })} />
        <CityField city={search.dest} onChange={(dest) => onChange({ dest })} />
        <Select
          label="Payment"
          placeholder="Any"
          clearable
          data={payments}
          value={search.payment_status ?? null}
          error={unreadableHint(search, 'payment_status')}
          onChange={(value) => onChange({ payment_status: PaymentStatus.safeParse(value).data })}
        />
        <BookerField tag={search.bookedBy} onChange={(bookedBy) => onChange({ bookedBy })} />
        <FilterText
          label="Tracking number"
          placeholder="Full number or first digits"
          maxLength={maxSearchLength}
          value={search.track ?? ''}
          onChange={(text) => onChange({ track: text || undefined })}
        />
        <FilterText
          label="Phone"
          placeholder="Full number or first digits"
          inputMode="tel"
          maxLength={maxPhoneLength}
          value={search.phone_num ?? ''}
          onChange={(text) => onChange({ phone_num: text || undefined })}
        />
        <Select
          label="Tag"
          placeholder="Any"
          clearable
          data={tagsWith(search.tag)}
          value={search.tag ?? null}
          onChange={(value) => onChange({ tag: value ?? undefined })}
        />
        <Select
          label="To do"
          placeholder="Any"
          clearable
          data={toDos}
          value={search.todo ?? null}
          error={unreadableHint(search, 'todo')}
          onChange={(value) => onChange({ todo: ParcelsToDo.safeParse(value).data })}
        />
        <div className={styles.days} role="group" aria-label="Days from booking to delivery, or until now">
          <Select
            label="Days on the way"
            allowDeselect={false}
            data={operators}
            value={search.op}
            error={unreadableHint(search, 'op')}
            onChange={(value) => onChange({ op: DaysOperator.catch('GREATER').parse(value) })}
          />
          <FilterText
            label="Number of days"
            inputMode="numeric"
            maxLength={20}
            value={textOf(search.unreadable?.days) ?? String(search.days ?? '')}
            error={unreadableHint(search, 'days')}
            onChange={(text) => onChange(daysFrom(text))}
          />
        </div>
      </div>
      <div className={styles.ranges}>
        <RangePicker
          label="Booked"
          clearable
          range={daysInOrder(search.bookingfrom, search.bookingto)}
          onChange={({ from, to }) => onChange({ bookingfrom: from, bookingto: to })}
        />
        <RangePicker
          label="Delivered"
          clearable
          range={daysInOrder(search.deliveredfrom, search.deliveredto)}
          onChange={({ from, to }) => onChange({ deliveredfrom: from, deliveredto: to })}
        />
        <Button variant="subtle" className={styles.close} onClick={props.onClose}>
          Close filters
        </Button>
      </div>
    </section>
  );
}

const none = { cities: [], couriers: [] };

/** Our couriers, and other companies in the data. */
function CourierField(props: { search: OrdersSearch; onChange: (couriers: string[] | undefined) => void }) {
  const { data: { couriers } = none } = useQuery(filterChoicesQuery);
  const chosen = props.search.courier ?? [];
  const others = [...couriers, ...chosen].filter((one) => !isCompany(one));
  return (
    <MultiSelect
      label="Courier"
      placeholder={chosen.length > 0 ? undefined : 'Any'}
      clearable
      searchable
      data={[...companies, ...new Set(others)].map((value) => ({ value, label: courierName(value) }))}
      value={chosen}
      error={unreadableHint(props.search, 'courier')}
      onChange={(values) => props.onChange(values.length > 0 ? values : undefined)}
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
    .map((person) => ({ value: person.tag, label: `${person.first_name} ${person.last_name} (${person.tag})` }));
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

/** Keeps the typed text. If it is not a number of days, the field and its chip show an error. */
const daysFrom = (text: string): Partial<OrdersSearch> => {
  const { days, unreadable } = readOrdersSearch({ days: text });
  return { days, unreadable };
};

const textOf = (written: string | string[] | undefined): string | undefined =>
  Array.isArray(written) ? written.join(', ') : written;
