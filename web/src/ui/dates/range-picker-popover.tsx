import { areReversed, daysInOrder } from '@courierdesk/contract/dates';
import { Button, Popover, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { chosenPreset, rangePresets, type DayRange } from '../../lib/day-ranges.ts';
import { RangeButton } from './range-button.tsx';
import styles from './range-picker.module.css';
import { useOpenWhenLoaded } from '../use-open-when-loaded.ts';

export type RangePickerProps = {
  /** `Booked`, `Delivered`: before the range on the button. */
  label: string;
  range: DayRange;
  onChange: (range: DayRange) => void;
  /** Offers "Any time". */
  clearable?: boolean;
};

export function RangePickerPopover(props: RangePickerProps & { name: string; today: string }) {
  const { label, name, today } = props;
  const { opened, setOpened, button } = useOpenWhenLoaded();
  const pick = (range: DayRange): void => {
    setOpened(false);
    props.onChange(range);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <RangeButton ref={button} label={label} name={name} aria-expanded={opened} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label={`${label}: range of days`}>
        <ul className={styles.presets}>
          {props.clearable && (
            <Preset
              label="Any time"
              chosen={name === 'Any time'}
              onPick={() => pick({ from: undefined, to: undefined })}
            />
          )}
          {rangePresets(today).map((preset) => (
            <Preset
              key={preset.label}
              label={preset.label}
              chosen={name === preset.label}
              onPick={() => {
                chosenPreset.write(preset.label);
                pick({ from: preset.from, to: preset.to });
              }}
            />
          ))}
        </ul>
        <CustomRange key={`${props.range.from}:${props.range.to}`} range={props.range} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Preset({ label, chosen, onPick }: { label: string; chosen: boolean; onPick: () => void }) {
  return (
    <li>
      <button type="button" className={styles.preset} aria-pressed={chosen} onClick={onPick}>
        {label}
        {chosen && <IconCheck size={14} aria-hidden />}
      </button>
    </li>
  );
}

function CustomRange({ range, onPick }: { range: DayRange; onPick: (range: DayRange) => void }) {
  const [from, setFrom] = useState(range.from ?? '');
  const [to, setTo] = useState(range.to ?? '');
  const reversed = from !== '' && areReversed(from, to);
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    if (from || to) onPick(daysInOrder(from || undefined, to || undefined));
  };
  return (
    <form className={styles.custom} onSubmit={apply}>
      <TextInput type="date" label="From" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
      <TextInput
        type="date"
        label="To"
        value={to}
        description={reversed && 'We will swap these dates'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" variant="light" disabled={!from && !to}>
        Show this range
      </Button>
    </form>
  );
}
