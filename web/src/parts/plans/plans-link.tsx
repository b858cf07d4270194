import { Link } from '@tanstack/react-router';
import { useUser } from '../../session/use-session.ts';

/** After a sentence about what the plan lacks: the way to the plans, or whom to ask. */
export function PlansLink({ onLeave }: { onLeave?: () => void }) {
  if (useUser().role !== 'ADMIN') return 'Ask the owner.';
  return (
    <Link to="/dashboard/plans" onClick={onLeave}>
      See the plans
    </Link>
  );
}
