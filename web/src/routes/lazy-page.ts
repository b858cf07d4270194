import { lazyRouteComponent } from '@tanstack/react-router';
import { isMissingCode, MissingCode } from '../lib/missing-code.ts';

/**
 * A page whose code is loaded when it is first opened. The router knows the browser's error and would reload at once, also
 * without a connection, where the browser has no page to show. So it gets another one, and `PageError` reloads.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw isMissingCode(error) ? new MissingCode(`Not loaded: ${error.message}`, { cause: error }) : error;
      }),
    name,
  );
