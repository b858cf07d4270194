import { dayOf } from '@courierdesk/contract/dates';
import { lazy, Suspense, useState } from 'react';
import { rangeName } from '../../lib/day-ranges.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { useNow } from '../../lib/use-now.ts';
import { RangeButton } from './range-button.tsx';
import type { RangePickerProps } from './range-picker-popover.tsx';

const load = () => import('./range-picker-popover.tsx');
const RangePickerPopover = lazy(async () => ({ default: (await load()).RangePickerPopover }));

/** A button that shows the selected days and opens presets and a custom range. */
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
      <RangePickerPopover {...props} name={name} today={today} />
    </Suspense>
  );
}
