import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Calls `run` when the person has gone back or forward. What is part of the frame around all pages stays otherwise. */
export function useOnBack(run: () => void): void {
  const { history } = useRouter();
  const onBack = useEffectEvent(run);
  useEffect(
    () =>
      history.subscribe(({ action: { type } }) => {
        if (type !== 'PUSH' && type !== 'REPLACE') onBack();
      }),
    [history],
  );
}
