import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../lib/keys.ts';

/** Source: specification, section 9. */
const debounceMs = 500;

/** Searches half a second after the last key, or at once with Enter; `/` goes to it, Esc empties it. */
export function SearchBox(props: {
  value: string;
  onSearch: (text: string) => void;
  label: string;
  className?: string;
}) {
  const [text, setText] = useState(props.value);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(props.value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (props.value === asked.current) return;
    asked.current = props.value;
    setText(props.value);
  }, [props.value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useKeys({
    '/': (event) => {
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    },
  });

  const search = (value: string): void => {
    clearTimeout(timer.current);
    if (value.trim() === asked.current) return;
    asked.current = value.trim();
    props.onSearch(asked.current);
  };
  const type = (value: string): void => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(value), debounceMs);
  };
  const clear = (): void => {
    setText('');
    search('');
  };

  return (
    <TextInput
      ref={input}
      type="search"
      role="searchbox"
      aria-label={props.label}
      placeholder={props.label}
      className={props.className}
      value={text}
      leftSection={<IconSearch size={16} />}
      rightSection={text ? <CloseButton size="sm" aria-label="Clear search" onClick={clear} /> : <Kbd size="xs">/</Kbd>}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(text);
        if (event.key === 'Escape' && text) {
          event.preventDefault();
          clear();
        }
      }}
    />
  );
}
