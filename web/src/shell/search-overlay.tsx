import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useReturnFocus } from '../lib/return-focus.ts';
import { useUser } from '../session/use-session.ts';
import { allowedNavEntries } from '../parts/navigation/nav-entries.ts';
import styles from './search-overlay.module.css';

const load = async () => (await import('../parts/search/search-dialog.tsx')).SearchDialog;
type SearchDialog = Awaited<ReturnType<typeof load>>;
type SearchStart = Parameters<SearchDialog>[0]['start'];

let Loaded: SearchDialog | undefined;

/** Loads the code of the search. Until then, a plain field takes what is typed. */
export function SearchOverlay({
  scanned,
  onKeys,
  onClose,
}: {
  scanned: string;
  onKeys: () => void;
  onClose: () => void;
}) {
  const user = useUser();
  const [start, setStart] = useState<SearchStart>({ text: scanned, openNow: scanned !== '' });
  const [isLoaded, setLoaded] = useState(Loaded !== undefined);
  const [failure, setFailure] = useState<{ error: unknown; online: boolean }>();
  useReturnFocus(true);
  useEffect(() => {
    if (isLoaded || failure) return;
    load().then(
      (dialog) => {
        Loaded = dialog;
        setLoaded(true);
      },
      (error: unknown) => setFailure({ error, online: navigator.onLine }),
    );
  }, [isLoaded, failure]);
  // An update removed the code: the error page loads the new version.
  if (failure?.online) throw failure.error;
  if (Loaded)
    return <Loaded shell={{ pages: allowedNavEntries(user), openKeys: onKeys }} start={start} onClose={onClose} />;
  return (
    <FirstField start={start} onChange={setStart} onClose={onClose}>
      {failure && (
        <p role="alert" className={styles.failure}>
          The search did not load. Check your internet.{' '}
          <button type="button" onClick={() => setFailure(undefined)}>
            Try again
          </button>
        </p>
      )}
    </FirstField>
  );
}

function FirstField(props: {
  start: SearchStart;
  onChange: (start: SearchStart) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  // After useReturnFocus has seen what had the focus.
  useEffect(() => input.current?.focus(), []);
  useWindowEvent('keydown', ({ key, isComposing }) => {
    if (key === 'Escape' && !isComposing) props.onClose();
  });
  return (
    <div className={styles.overlay}>
      <div role="dialog" aria-modal aria-label="Search" aria-busy className={styles.dialog}>
        <input
          ref={input}
          aria-label="Search"
          placeholder="Search…"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          className={styles.input}
          value={props.start.text}
          onChange={({ currentTarget: { value } }) => props.onChange({ text: value, openNow: false })}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) props.onChange({ ...props.start, openNow: true });
          }}
        />
        {props.children}
      </div>
    </div>
  );
}
