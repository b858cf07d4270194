import type { Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A line of the search dialog. */
export type SearchItem = {
  readonly key: string;
  readonly icon: Icon;
  readonly label: string;
  readonly detail?: string;
  /** Words that people search instead of the label. */
  readonly otherWords?: string | undefined;
  readonly badge?: ReactNode;
  /** Changes the dialog instead of leaving it. */
  readonly stays?: boolean;
  readonly run: () => void;
};

export type SearchGroup = { readonly title: string; readonly items: readonly SearchItem[] };

/** Dialogs that open in place of the search. */
export type SearchTool = 'payments' | 'fulfilment' | 'export';

/** What the page around the dialog gives to it. */
export type SearchShell = {
  /** The pages of the navigation that this person may open. */
  readonly pages: readonly SearchPage[];
  readonly openKeys: () => void;
};

export type SearchPage = { readonly to: NonNullable<LinkProps['to']>; readonly label: string; readonly icon: Icon };

/** What the dialog opens with. */
export type SearchStart = {
  /** A scanned barcode, or what was typed while the dialog loaded. */
  readonly text: string;
  /** Open what has this number as soon as it is found. */
  readonly openNow: boolean;
};
