import { lazy, type ComponentType } from 'react';
import { isReachable, untilReachable, waitingText } from '../lib/connection.ts';
import { dismissToast, showToast } from './toasts/toast.ts';

const toastId = 'no-connection';

/**
 * A component whose code is loaded when it is first drawn. `React.lazy` knows only default exports. Browsers keep a failure to
 * load code until the page is reloaded, so none is loaded while they are offline.
 */
export const lazyNamed = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    if (!navigator.onLine && !(await isReachable())) {
      showToast(waitingText, { error: true, id: toastId });
      await untilReachable();
      dismissToast(toastId);
    }
    return { default: await load() };
  });
