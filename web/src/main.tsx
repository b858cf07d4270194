import './ui/styles/base.css';
import '@fontsource-variable/inter';
import './ui/styles/arabic-font.css';
import './ui/styles/kit-styles.css';
import 'virtual:theme.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { keepEarlyEscapeOfMenus } from './lib/early-escape.ts';
import { isCallFailure } from './lib/failures.ts';
import { readFormsOfReload } from './lib/interrupted-work.ts';
import { pageOf, storeLastFailure } from './lib/last-failure.ts';
import { watchOverlays } from './lib/keys.ts';
import { router } from './routes.tsx';
import { AccessDenied } from './session/access-denied.ts';
import { reactToFailures } from './session/react-to-failures.ts';
import { syncWithOtherTabs } from './session/session.ts';
import { colorSchemeKey, theme } from './theme.ts';
import { Toasts } from './ui/toasts/toasts.tsx';

readFormsOfReload();
reactToFailures();
syncWithOtherTabs(() => void router.invalidate());
keepEarlyEscapeOfMenus();
watchOverlays();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root, {
  onCaughtError: (error) => {
    if (isCallFailure(error) || error instanceof AccessDenied) return;
    // oxlint-disable-next-line no-console -- a bug that a page's error state hides from the person
    console.error(error);
    if (error instanceof Error) storeLastFailure(error, `Page ${pageOf(location.pathname)}`);
  },
}).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: colorSchemeKey })}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
