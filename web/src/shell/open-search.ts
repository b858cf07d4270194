import { createContext } from 'react';

/** Opens the search over everything; undefined on pages without the frame. */
export const OpenSearch = createContext<(() => void) | undefined>(undefined);
