import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';
import { useUser } from '../session/use-session.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import styles from './palette.module.css';
import { allowedNavEntries } from './nav-entries.ts';

/** `Ctrl+K`: type a few letters of a page, Enter goes there. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      yOffset="12vh"
      centered={false}
      aria-label="Go to"
    >
      <PaletteList onClose={onClose} />
    </Dialog>
  );
}

function PaletteList({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const wanted = text.trim().toLowerCase();
  const found = allowedNavEntries(user).filter((place) => place.label.toLowerCase().includes(wanted));

  const go = (index: number): void => {
    const place = found[index];
    if (!place) return;
    onClose();
    void navigate({ to: place.to });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') go(at);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Page to go to"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[at] ? `${listId}-${at}` : undefined}
        placeholder="Go to…"
        variant="unstyled"
        className={styles.input}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Pages" className={styles.list}>
        {found.map((place, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={place.label}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.option}
            onMouseMove={() => setAt(index)}
            onClick={() => go(index)}
          >
            <place.icon size={18} stroke={1.6} aria-hidden />
            {place.label}
          </button>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>No page has "{text.trim()}" in its name.</p>}
    </>
  );
}
