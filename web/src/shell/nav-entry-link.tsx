import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { missingPermission } from '../lib/missing-permission.ts';
import { mayNow } from '../session/session.ts';
import { useHasAccess } from '../session/use-session.ts';
import { showToast } from '../ui/toasts/toast.ts';
import type { NavEntry } from '../parts/navigation/nav-entries.ts';
import styles from './nav-entry-link.module.css';

/** A navigation entry. Without permission, it stays visible and names the missing permission. */
export function NavEntryLink(props: {
  place: NavEntry;
  className?: string | undefined;
  hint?: boolean;
  short?: boolean;
  onGo?: () => void;
}) {
  const { place, className } = props;
  const may = useHasAccess(place.access);
  const navigate = useNavigate();
  const { icon: Icon, badge: Badge } = place;
  const content = (
    <>
      <Icon size={18} stroke={1.6} aria-hidden />
      <span>{(props.short && place.short) || place.label}</span>
      {place.note && <span className={styles.note}>{place.note}</span>}
    </>
  );
  if (!may) {
    const reason = missingPermission(place.access);
    const open = async (): Promise<void> => {
      if (await mayNow(place.access)) await navigate({ to: place.to });
      else showToast(reason, { id: 'missing-permission' });
    };
    return (
      <button type="button" aria-disabled="true" title={reason} className={className} onClick={() => void open()}>
        {content}
      </button>
    );
  }
  return (
    <Link
      to={place.to}
      activeOptions={{ exact: place.to === '/dashboard' }}
      className={className}
      title={props.hint ? place.label : undefined}
      onClick={props.onGo}
    >
      {content}
      {Badge && <Badge />}
    </Link>
  );
}

/** The pages of an entry, while one of them is open. */
export function NavItems(props: { place: NavEntry; className: string | undefined; onGo?: () => void }) {
  const { items, to, label } = props.place;
  const open = useLocation({ select: ({ pathname }) => pathname.startsWith(to) });
  if (!items || !open) return null;
  return (
    <ul className={props.className} aria-label={label}>
      {items.map((item) => (
        <li key={item.page}>
          <Link to="/dashboard/docs/$page" params={{ page: item.page }} onClick={props.onGo}>
            {item.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
