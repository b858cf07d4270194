import { searchProblem } from '@courierdesk/contract/paging';
import { Button, CloseButton, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { ConnectionError, messageOf } from '../../lib/failures.ts';
import { useUser } from '../../session/use-session.ts';
import { useDebouncedInput } from '../../ui/filters/use-debounced-input.ts';
import { exactMatch, looksLikeNumber } from './exact-match.ts';
import { useOpenFound } from './found-items.tsx';
import { rememberSearch } from './recent-searches.ts';
import type { SearchItem, SearchShell, SearchStart, SearchTool } from './search-item.ts';
import { optionId, SearchResults } from './search-results.tsx';
import styles from './search-panel.module.css';
import { useSearch } from './use-search.ts';
import { countText } from '@courierdesk/contract/count-text';

export function SearchPanel(props: {
  shell: SearchShell;
  start: SearchStart;
  onClose: () => void;
  onTool: (tool: SearchTool) => void;
}) {
  const user = useUser();
  const open = useOpenFound();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState(props.start.text.trim());
  const {
    text: typed,
    type,
    apply,
  } = useDebouncedInput(asked, setAsked, (wanted) => searchProblem(wanted) === undefined);
  const problem = searchProblem(typed);
  const text = problem ? '' : typed.trim();
  /** A number that opens as soon as it is found: scanned, or typed with Enter. */
  const [opening, setOpening] = useState(props.start.openNow ? props.start.text.trim() : undefined);
  const [activeKey, setActiveKey] = useState<string>();
  const search = useSearch({ shell: props.shell, text, asked, onRecent: setAsked, onTool: props.onTool });
  const groups = problem ? [] : search.groups;
  const items = groups.flatMap((group) => group.items);
  const active = problem ? undefined : (items.find(({ key }) => key === activeKey) ?? search.first);

  const leave = (run: () => void): void => {
    rememberSearch(user.id, text);
    props.onClose();
    run();
  };
  const choose = (item: SearchItem | undefined): void => {
    if (!item) return;
    if (item.stays) item.run();
    else leave(item.run);
  };
  const waitsFor = opening !== undefined && opening === asked && search.isSettled ? opening : undefined;
  const openFound = useEffectEvent((number: string): void => {
    const exact = search.found && exactMatch(search.found, number);
    if (exact) leave(() => ('tracking_number' in exact ? open.parcel(exact) : open.order(exact)));
    else if (looksLikeNumber(number)) input.current?.select();
  });
  useEffect(() => {
    if (waitsFor !== undefined) openFound(waitsFor);
  }, [waitsFor]);
  useEffect(() => input.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = active ? items.indexOf(active) : -1;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setActiveKey(items[Math.min(at + 1, items.length - 1)]?.key);
    else if (event.key === 'ArrowUp') setActiveKey(items[Math.max(at - 1, 0)]?.key);
    else if (event.key !== 'Enter') return;
    else if (!active && search.isSearching) {
      apply(typed);
      setOpening(text);
    } else choose(active);
    event.preventDefault();
  };
  const isMissing =
    opening !== undefined &&
    opening === text &&
    looksLikeNumber(text) &&
    search.found !== undefined &&
    noneExact(search.found);
  const isOffline = (search.error instanceof ConnectionError || search.isWithoutDocs) && !navigator.onLine;

  return (
    <div className={styles.panel}>
      <div className={styles.top}>
        <TextInput
          ref={input}
          data-autofocus
          role="combobox"
          aria-label="Search parcels, orders, customers, pages, docs and actions"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active && optionId(listId, active)}
          placeholder="Tracking number, order, phone, name, page…"
          variant="unstyled"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-invalid={problem !== undefined}
          className={styles.input}
          leftSection={search.isSearching ? <Loader size={16} /> : <IconSearch size={16} />}
          value={typed}
          onChange={(event) => {
            type(event.currentTarget.value);
            setActiveKey(undefined);
            setOpening(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <CloseButton aria-label="Close" onClick={props.onClose} />
      </div>
      <div role="status" className={styles.status}>
        {problem && <p>{problem}</p>}
        {isMissing && <p>No parcel or order has the number {opening}. Check it, or scan again.</p>}
        {search.isNothing && !isMissing && (
          <p>
            Nothing found for “{text}”. We searched {search.searched}.
          </p>
        )}
        {search.isSearching && <span className="visually-hidden">Searching</span>}
        {search.isSettled && !search.isNothing && (
          <span className="visually-hidden">{countText(search.count, 'result')}</span>
        )}
      </div>
      {(search.error || search.isWithoutDocs) && (
        <div role="alert" className={styles.failure}>
          <span>
            {isOffline ? (
              offlineText(search.isWithoutDocs)
            ) : (
              <>
                {search.error && `We could not search parcels, orders and customers. ${messageOf(search.error)} `}
                {search.isWithoutDocs && 'The docs did not load. Reload the page to search them.'}
              </>
            )}
          </span>
          {search.error && !isOffline && (
            <Button
              variant="default"
              size="compact-sm"
              loading={search.isSearching}
              onClick={() => void search.retry()}
            >
              Try again
            </Button>
          )}
        </div>
      )}
      <SearchResults id={listId} groups={groups} active={active} onActive={setActiveKey} onChoose={choose} />
      <p className={styles.hint} aria-hidden>
        ↑ ↓ to move, Enter to open, Esc to close
      </p>
    </div>
  );
}

const noneExact = ({ parcels, orders }: Parameters<typeof exactMatch>[0]): boolean =>
  ![...parcels, ...orders].some(({ exact }) => exact);

const offlineText = (isWithoutDocs: boolean): string =>
  isWithoutDocs
    ? 'You are offline. You can still find pages and actions. Search again when you are online.'
    : 'You are offline. You can still find pages, docs and actions. We search the rest when you are online again.';
