import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { AccessDenied } from '../session/access-denied.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { NoAccess } from './no-access.tsx';

/** Replaces a page that could not be opened. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof AccessDenied) return <NoAccess access={error.access} />;
  const retry = async (): Promise<void> => {
    await router.invalidate();
    reset();
  };
  return <ErrorState error={error} retry={retry} title="We couldn’t open this page" wholePage />;
}
