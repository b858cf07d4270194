import {
  maxTagFilterLength,
  noAccount,
  OrderProblem,
  orderProblemText,
  PaymentFilter,
} from '@courierdesk/contract/store-order-filters';
import { Button, Select, type ComboboxItem } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { activeAccountsQuery } from '../../api/accounts.ts';
import { storeOrderChoicesQuery } from '../../api/store-orders.ts';
import type { StoreOrdersSearch } from '../../lib/store-orders-search.ts';
import { textOf } from '../../lib/url-filters.ts';
import { FilterText } from '../../ui/filters/filter-text.tsx';
import { operators } from '../../ui/filters/operators.ts';
import styles from './store-order-filter-panel.module.css';
import { paymentText } from './store-order-filters.ts';
import { formatCount } from '@courierdesk/contract/count-text';
import { useStoreOrdersSearch } from './use-store-orders-search.ts';

const payments = PaymentFilter.options.map((value) => ({ value, label: paymentText[value] }));
const orderProblems = OrderProblem.options.map((value) => ({ value, label: orderProblemText[value] }));

/** Every filter of the store orders; each applies as soon as it is set. */
export function StoreOrderFilterPanel(props: { id: string; onClose: () => void }) {
  const { search, query, problems = {}, setFilters } = useStoreOrdersSearch();
  const onChange: (part: Partial<StoreOrdersSearch>) => unknown = setFilters;
  const choices = useQuery(storeOrderChoicesQuery(search.tab));
  const unavailable = choices.isError ? 'The choices did not load' : 'Loading…';
  const { data: accounts } = useQuery(activeAccountsQuery);
  return (
    <section id={props.id} className={styles.panel} aria-label="Filters">
      <div className={styles.fields}>
        <ChoiceField
          label="Tag"
          value={textOf(search.tag)}
          choices={choices.data?.tags}
          none={choices.data ? 'No such tag in these orders' : unavailable}
          error={problems['tag']}
          onChange={(tag) => onChange({ tag: tag?.slice(0, maxTagFilterLength) })}
        />
        <ChoiceField
          label="City"
          value={textOf(search.city)}
          choices={choices.data?.cities}
          none={choices.data ? 'No such city in these orders' : unavailable}
          error={problems['city']}
          onChange={(city) => onChange({ city })}
        />
        <Select
          label="Payment"
          placeholder="Any"
          clearable
          data={payments}
          value={query.payment ?? null}
          error={problems['payment']}
          onChange={(value) => onChange({ payment: value ?? undefined })}
        />
        <Select
          label="Courier account"
          placeholder="Any"
          clearable
          data={[
            ...(accounts?.accounts ?? []).map(({ id, name }) => ({ value: id, label: name })),
            { value: noAccount, label: 'No account suggested' },
          ]}
          value={query.account ?? null}
          error={problems['account']}
          onChange={(value) => onChange({ account: value ?? undefined })}
        />
        <Select
          label="Missing"
          placeholder="Anything"
          clearable
          data={orderProblems}
          value={query.missing ?? null}
          error={problems['missing']}
          onChange={(value) =>
            // Ready orders miss nothing, so the tab changes.
            onChange({ missing: value ?? undefined, ...(value && search.tab === 'ready' && { tab: 'look' }) })
          }
        />
        <div className={styles.pair} role="group" aria-label="Age of the order">
          <Select
            label="Age"
            allowDeselect={false}
            data={operators}
            value={query.op}
            onChange={(value) => onChange({ op: value === 'GREATER' || !value ? undefined : value })}
          />
          <FilterText
            label="Days"
            inputMode="numeric"
            value={textOf(search.days)}
            error={problems['days']}
            onChange={(days) => onChange({ days: days || undefined })}
          />
        </div>
        <div className={styles.pair} role="group" aria-label="Total of the order in rupees">
          <FilterText
            label="Total from (Rs)"
            inputMode="numeric"
            value={textOf(search.total_from)}
            error={problems['total_from']}
            onChange={(text) => onChange({ total_from: text || undefined })}
          />
          <FilterText
            label="Total to (Rs)"
            inputMode="numeric"
            value={textOf(search.total_to)}
            error={problems['total_to']}
            onChange={(text) => onChange({ total_to: text || undefined })}
          />
        </div>
        <Button variant="subtle" className={styles.close} aria-label="Close filters" onClick={props.onClose}>
          Close
        </Button>
      </div>
    </section>
  );
}

type Choice = { readonly name: string; readonly orders: number | null; readonly spellings?: readonly string[] };

/** The values of the tab's orders with their counts; also a URL value that no order has. */
function ChoiceField(props: {
  label: string;
  value: string;
  choices: readonly Choice[] | undefined;
  /** Shown when nothing fits what is typed. */
  none: string;
  error: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { value, choices = [] } = props;
  const known = choices.find((choice) => isCalled(choice, value));
  const byName = new Map(choices.map((choice) => [choice.name, choice]));
  const all = [
    ...(value && !known ? [{ value, label: value }] : []),
    ...choices.map(({ name, orders }) => ({
      value: name,
      label: orders === null ? name : `${name} (${formatCount(orders)})`,
    })),
  ];
  return (
    <Select
      label={props.label}
      placeholder="Any"
      clearable
      searchable
      limit={100}
      nothingFoundMessage={props.none}
      data={all}
      filter={({ options, search, limit }) => {
        const typed = search.trim().toLowerCase();
        const fits = (option: ComboboxItem): boolean =>
          [option.label, ...(byName.get(option.value)?.spellings ?? [])].some((text) =>
            text.toLowerCase().includes(typed),
          );
        return options.filter((option) => 'value' in option && fits(option)).slice(0, limit);
      }}
      value={known?.name ?? (value || null)}
      error={props.error}
      onChange={(chosen) => props.onChange(chosen ?? undefined)}
    />
  );
}

const isCalled = ({ name, spellings = [] }: Choice, value: string): boolean =>
  [name, ...spellings].some((one) => one.toLowerCase() === value.toLowerCase());
