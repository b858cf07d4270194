import { searchProblem } from '@courierdesk/contract/paging';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useKeys } from '../../lib/keys.ts';
import { KeyHint } from '../key-hint.tsx';
import { useUnappliedText } from './unapplied-text.ts';
import { useDebouncedInput } from './use-debounced-input.ts';

/** Searches half a second after the last key, or at once with Enter. `/` focuses it, Esc clears it. A text that is too long stays. */
export function SearchBox(props: {
  value: string;
  onSearch: (text: string) => unknown;
  label: string;
  className?: string | undefined;
}) {
  const { text, type, apply, clear, isUnapplied } = useDebouncedInput(
    props.value,
    props.onSearch,
    (wanted) => searchProblem(wanted) === undefined,
  );
  useUnappliedText(isUnapplied);
  const input = useRef<HTMLInputElement>(null);

  useKeys({
    '/': (event) => {
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    },
  });

  return (
    <TextInput
      ref={input}
      type="search"
      role="searchbox"
      aria-label={props.label}
      placeholder={props.label}
      error={searchProblem(text)}
      className={props.className}
      value={text}
      leftSection={<IconSearch size={16} />}
      rightSection={text ? <CloseButton size="sm" aria-label="Clear search" onClick={clear} /> : <KeyHint name="/" />}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
        if (event.key === 'Escape' && text) {
          event.preventDefault();
          clear();
        }
      }}
    />
  );
}
