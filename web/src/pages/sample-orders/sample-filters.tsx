import { RangeSlider, Select } from '@mantine/core';
import { useId, useState } from 'react';
import { AccountStatus, maxSpent, type SampleOrdersSearch } from './sample-orders-search.ts';
import { FilterText } from '../../ui/filters/filter-text.tsx';
import { dollars } from './sample-orders.ts';
import styles from './sample-orders-page.module.css';

export const accountText: Record<AccountStatus, string> = {
  enabled: 'Enabled',
  'not invited': 'Not invited',
  invited: 'Invited',
  declined: 'Declined',
};

export function SampleFilters(props: {
  id: string;
  search: SampleOrdersSearch;
  onChange: (part: Partial<SampleOrdersSearch>) => unknown;
}) {
  const { search, onChange } = props;
  return (
    <section id={props.id} className={styles.panel} aria-label="Filters">
      <Select
        label="Account status"
        placeholder="Any"
        clearable
        data={AccountStatus.options.map((value) => ({ value, label: accountText[value] }))}
        value={search.account ?? null}
        onChange={(value) => onChange({ account: AccountStatus.safeParse(value).data })}
      />
      <FilterText
        label="Tagged with"
        placeholder="Such as vip"
        value={search.tag}
        onChange={(tag) => onChange({ tag })}
      />
      <MoneySpent
        from={search.spent_from}
        to={search.spent_to}
        onChange={([spent_from, spent_to]) => onChange({ spent_from, spent_to })}
      />
    </section>
  );
}

/** Applies when the thumb is released. */
function MoneySpent(props: { from: number; to: number; onChange: (range: [number, number]) => void }) {
  const id = useId();
  const [range, setRange] = useState<[number, number]>([props.from, props.to]);
  const [applied, setApplied] = useState(range);
  if (applied[0] !== props.from || applied[1] !== props.to) {
    setApplied([props.from, props.to]);
    setRange([props.from, props.to]);
  }
  return (
    <div>
      <p id={id} className={styles.label}>
        Money spent: {dollars(range[0])} to {dollars(range[1])}
      </p>
      <RangeSlider
        aria-labelledby={id}
        min={0}
        max={maxSpent}
        step={1}
        minRange={0}
        label={null}
        thumbFromLabel="Money spent from, in dollars"
        thumbToLabel="Money spent to, in dollars"
        value={range}
        onChange={setRange}
        onChangeEnd={props.onChange}
      />
    </div>
  );
}
