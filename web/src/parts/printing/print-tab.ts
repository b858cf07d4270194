import { printUrl } from '../../api/labels.ts';
import { download } from '../../lib/download.ts';

/** A new tab for a PDF. Opened during the click, because browsers block it later. */
export type PrintTab = {
  /** Text shown while waiting. */
  say: (text: string) => void;
  show: (address: string) => void;
  close: () => void;
  /** The browser blocked the tab, or the person closed it. */
  readonly closed: boolean;
};

export function openPrintTab(title: string): PrintTab {
  const tab = window.open('', '_blank');
  if (tab) {
    tab.opener = null;
    tab.document.title = title;
    tab.document.documentElement.style.colorScheme = 'light dark';
    Object.assign(tab.document.body.style, {
      margin: '48px',
      font: '16px/1.5 system-ui, sans-serif',
      textAlign: 'center',
    });
  }
  return {
    get closed() {
      return tab?.closed ?? true;
    },
    say: (text) => {
      if (tab && !tab.closed) tab.document.body.textContent = text;
    },
    show: (address) => {
      if (tab && !tab.closed) tab.location.replace(address);
    },
    close: () => tab?.close(),
  };
}

/** Shows the first file in the tab. Browsers let a click open one tab, so further files are downloaded, and all if it is closed. */
export function showInTab(tab: PrintTab) {
  const shown = { opened: 0, downloaded: 0 };
  const deliver = (ticket: string): void => {
    if (tab.closed || shown.opened > 0) {
      download(ticket);
      shown.downloaded += 1;
    } else {
      tab.show(printUrl(ticket));
      shown.opened += 1;
    }
  };
  return { shown, deliver };
}
