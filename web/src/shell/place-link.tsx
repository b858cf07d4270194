import { Link } from '@tanstack/react-router';
import { missingRight } from '../lib/missing-right.ts';
import { useMay } from '../session/use-session.ts';
import { showToast } from '../ui/toasts/toast.ts';
import type { Place } from './places.ts';

/** A place of the navigation; one that may not be opened keeps its place and says which right is missing. */
export function PlaceLink(props: {
  place: Place;
  className?: string;
  hint?: boolean;
  short?: boolean;
  onGo?: () => void;
}) {
  const { place, className } = props;
  const may = useMay(place.access);
  const { icon: Icon, badge: Badge } = place;
  const content = (
    <>
      <Icon size={18} stroke={1.6} aria-hidden />
      <span>{(props.short && place.short) || place.label}</span>
    </>
  );
  if (!may) {
    const reason = missingRight(place.access);
    return (
      <button
        type="button"
        aria-disabled="true"
        title={reason}
        className={className}
        onClick={() => showToast(reason, { id: 'missing-right' })}
      >
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
