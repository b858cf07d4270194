import { dayOf } from '@courierdesk/contract/dates';
import { Suspense } from 'react';
import { chosenPreset, rangeName } from '../../lib/day-ranges.ts';
import { useSharedState } from '../../lib/shared-state.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { useNow } from '../../lib/use-now.ts';
import { useLazyOpen } from '../use-lazy-open.ts';
import { RangeButton } from './range-button.tsx';
import type { RangePickerProps } from './range-picker-popover.tsx';
import { lazyNamed } from '../lazy-named.ts';

const load = () => import('./range-picker-popover.tsx');
const RangePickerPopover = lazyNamed(async () => (await load()).RangePickerPopover);

/** A button that shows the selected days and opens presets and a custom range. */
export function RangePicker(props: RangePickerProps) {
  const [wanted, open] = useLazyOpen(false);
  const today = dayOf(useNow(), useTimeZone());
  // Names of ranges depend on it.
  useSharedState(chosenPreset);
  const name = rangeName(props.range, today);
  const button = (
    <RangeButton label={props.label} name={name} onPointerEnter={() => void load()} onClick={() => open(true)} />
  );
  return <Suspense>{wanted ? <RangePickerPopover {...props} name={name} today={today} /> : button}</Suspense>;
}
