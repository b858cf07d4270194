import type { SearchGroup, SearchItem } from './search-item.ts';
import styles from './search-results.module.css';

/** The list below the search field. The field keeps the focus and names the active option. */
export function SearchResults(props: {
  id: string;
  groups: readonly SearchGroup[];
  active: SearchItem | undefined;
  onActive: (key: string) => void;
  onChoose: (item: SearchItem) => void;
}) {
  const { id, active } = props;
  return (
    <div id={id} role="listbox" aria-label="Results" className={styles.list}>
      {props.groups.map(({ title, items }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={styles.title} aria-hidden>
            {title}
          </div>
          {items.map((item) => (
            <button
              type="button"
              tabIndex={-1}
              key={item.key}
              id={optionId(id, item)}
              role="option"
              ref={item === active ? showInList : undefined}
              aria-selected={item === active}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => props.onActive(item.key)}
              onClick={() => props.onChoose(item)}
            >
              <item.icon size={18} stroke={1.6} aria-hidden className={styles.icon} />
              <span className={styles.words}>
                <bdi className={styles.label}>{item.label}</bdi>
                {item.detail && (
                  <span className={styles.detail} dir="auto">
                    {item.detail}
                  </span>
                )}
              </span>
              {item.badge}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

const showInList = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

export const optionId = (listId: string, { key }: SearchItem): string => `${listId}-${key.replaceAll(/\s/g, '-')}`;
