import { Link } from '@tanstack/react-router';
import { useUser } from '../../session/use-session.ts';

/** After a sentence about what the plan lacks: the way to the plans, or whom to ask. */
export function PlansLink() {
  return useUser().role === 'ADMIN' ? <Link to="/dashboard/plans">See the plans</Link> : 'Ask the owner.';
}
