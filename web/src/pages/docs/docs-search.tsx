import { searchProblem } from '@courierdesk/contract/paging';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { GuideHit, searchGuide } from '../../parts/guide/search-guide.ts';
import { countText } from '@courierdesk/contract/count-text';
import { useKeys } from '../../lib/keys.ts';
import { useInterruptedForm } from '../../lib/use-interrupted-form.ts';
import styles from './docs-search.module.css';

type Search = typeof searchGuide;

/** Searches all pages while someone types. Arrow keys choose a result, Enter opens it. `/` focuses the field. */
export function DocsSearch() {
  const navigate = useNavigate();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState<{ run: Search }>();
  const [failure, setFailure] = useState<{ error: unknown; online: boolean }>();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState(false);
  const asked = text.trim() !== '';
  useKeys({
    '/': (event) => {
      event.preventDefault();
      input.current?.focus();
    },
  });
  useEffect(() => {
    if (!asked) return;
    let stale = false;
    import('../../parts/guide/search-guide.ts').then(
      ({ searchGuide: run }) => stale || setSearch({ run }),
      (error: unknown) => stale || setFailure({ error, online: navigator.onLine }),
    );
    return () => void (stale = true);
  }, [asked]);
  useInterruptedForm({ name: 'docs-search', values: text, dirty: asked, fits: isText, restore: setText });
  // An update removed the code: the error page loads the new version.
  if (failure?.online) throw failure.error;
  const problem = searchProblem(text);
  const hits = asked && search && !problem ? search.run(text) : [];
  const open = asked && !closed && (search ?? failure) !== undefined;

  const go = (hit: GuideHit | undefined): void => {
    if (!hit) return;
    setText('');
    input.current?.blur();
    void navigate({ to: '/dashboard/docs/$page', params: { page: hit.page }, hash: hit.anchor });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') go(hits[at]);
    else if (event.key === 'Escape' && asked) setText('');
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.search} onBlur={() => setClosed(true)} onFocus={() => setClosed(false)}>
      <TextInput
        ref={input}
        type="search"
        role="combobox"
        aria-label="Search the docs"
        placeholder="Search the docs"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && hits[at] ? `${listId}-${at}` : undefined}
        autoComplete="off"
        aria-invalid={problem !== undefined}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {open && (
        <div className={styles.results}>
          <div id={listId} role="listbox" aria-label="Results">
            {hits.map((hit, index) => (
              <button
                type="button"
                tabIndex={-1}
                key={`${hit.page}#${hit.anchor}`}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === at}
                className={styles.hit}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setAt(index)}
                onClick={() => go(hit)}
              >
                <strong>{hit.heading || hit.title}</strong>
                {hit.heading && <span className={styles.page}> · {hit.title}</span>}
                <span className={styles.snippet}>{hit.snippet}</span>
              </button>
            ))}
          </div>
          <p role="status" className={hits.length > 0 ? 'visually-hidden' : styles.none}>
            {hits.length > 0
              ? countText(hits.length, 'result')
              : search
                ? (problem ?? `Nothing in the docs matches “${text.trim()}”.`)
                : 'The search did not load. Check your internet, then search again.'}
          </p>
        </div>
      )}
    </div>
  );
}

const isText = (kept: unknown): kept is string => typeof kept === 'string';
