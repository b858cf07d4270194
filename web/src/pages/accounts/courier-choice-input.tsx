import { Select, type SelectProps } from '@mantine/core';
import { useRef, useState } from 'react';

export type Choice = { value: string; label: string };

/**
 * A choice from a list that can be searched. A text that is typed and not picked counts when the field is left: the name of a
 * choice is taken, and any other text stays, with the reason. Then there is no value if one is required.
 */
export function CourierChoiceInput(
  props: Omit<SelectProps, 'data' | 'value' | 'onChange' | 'error' | 'required'> & {
    choices: readonly Choice[];
    value: string;
    required: boolean;
    error: React.ReactNode;
    onChange: (value: string) => void;
  },
) {
  const { choices, value, required, error, onChange, ...common } = props;
  const typed = useRef<string>(undefined);
  const [search, setSearch] = useState('');
  const [unknown, setUnknown] = useState<string>();
  const change = (next: string, text?: string): void => {
    typed.current = undefined;
    setUnknown(text);
    onChange(next);
  };
  const leave = (): void => {
    const text = typed.current?.trim();
    if (text === undefined) return;
    const named = choices.find((one) => isSame(one.label, text) || isSame(one.value, text));
    if (named || text === '') change(named?.value ?? '');
    else change(required ? '' : text, text);
  };
  return (
    <Select
      {...common}
      data={[...choices]}
      value={value || null}
      searchable={choices.length > 8}
      limit={100}
      nothingFoundMessage="No match"
      error={unknown === undefined ? error : `“${unknown}” is not in the list. Choose one from it.`}
      searchValue={unknown ?? search}
      onSearchChange={setSearch}
      onInput={({ currentTarget }) => {
        typed.current = currentTarget.value;
        setUnknown(undefined);
      }}
      onChange={(chosen) => change(chosen ?? '')}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
    />
  );
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
