import { dayOf } from '@courierdesk/contract/dates';
import { lazy, Suspense, useState } from 'react';
import { rangeName, type DayRange } from '../lib/day-ranges.ts';
import { useTimeZone } from '../lib/time-zone.ts';
import { useNow } from '../lib/use-now.ts';
import { RangeButton } from './range-button.tsx';

const load = () => import('./opened-range-picker.tsx');
const OpenedRangePicker = lazy(async () => ({ default: (await load()).OpenedRangePicker }));

export type RangePickerProps = {
  /** `Booked`, `Delivered`: before the range on the button. */
  label: string;
  range: DayRange;
  onChange: (range: DayRange) => void;
  /** Offers "Any time". */
  clearable?: boolean;
};

/** A button that says which days are shown, and offers the usual ranges and any other. */
export function RangePicker(props: RangePickerProps) {
  const [wanted, setWanted] = useState(false);
  const today = dayOf(useNow(), useTimeZone());
  const name = rangeName(props.range, today);
  const button = (
    <RangeButton label={props.label} name={name} onPointerEnter={() => void load()} onClick={() => setWanted(true)} />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenedRangePicker {...props} name={name} today={today} />
    </Suspense>
  );
}
