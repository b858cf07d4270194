import { lazy, type ComponentType } from 'react';

/** A component whose code is loaded when it is first drawn. `React.lazy` knows only default exports. */
export const lazyNamed = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
