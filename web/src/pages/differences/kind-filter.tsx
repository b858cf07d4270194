import { differenceMeaning, differenceName, type DifferenceKind } from '@courierdesk/contract/difference-kinds';
import { type DifferencesQuery } from '@courierdesk/contract/differences';
import { Link } from '@tanstack/react-router';
import styles from './differences-page.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

/** The kinds that there are, with their counts. The chosen one is explained. */
export function KindFilter(props: {
  asked: DifferencesQuery;
  /** False when the address asks for a kind that we cannot read. */
  isReadable?: boolean;
  counts: readonly { readonly kind: DifferenceKind; readonly count: number }[];
}) {
  const { asked, isReadable = true } = props;
  const total = props.counts.reduce((sum, { count }) => sum + count, 0);
  const chosen = asked.kind && !props.counts.some(({ kind }) => kind === asked.kind) ? asked.kind : undefined;
  const kinds = [...props.counts, ...(chosen ? [{ kind: chosen, count: 0 }] : [])];
  if (kinds.length === 0) return null;
  return (
    <div className={styles.kinds}>
      <nav className={styles.kindLinks} aria-label="Kind of difference">
        <KindLink asked={asked} kind={undefined} isCurrent={isReadable && !asked.kind} name="All kinds" count={total} />
        {kinds.map(({ kind, count }) => (
          <KindLink
            key={kind}
            asked={asked}
            kind={kind}
            isCurrent={kind === asked.kind}
            name={differenceName[kind]}
            count={count}
          />
        ))}
      </nav>
      {asked.kind && <p className={styles.hint}>{differenceMeaning[asked.kind]}</p>}
    </div>
  );
}

const KindLink = (props: {
  asked: DifferencesQuery;
  kind: DifferenceKind | undefined;
  isCurrent: boolean;
  name: string;
  count: number;
}) => (
  <Link
    to="/dashboard/differences"
    search={{ tab: props.asked.state, limit: props.asked.limit, kind: props.kind }}
    activeOptions={{ exact: true }}
    className={styles.kind}
    aria-current={props.isCurrent ? 'page' : undefined}
  >
    {props.name} <span className={styles.count}>{formatCount(props.count)}</span>
  </Link>
);
