import { printUrl } from '../../api/labels.ts';
import { download } from '../../lib/download.ts';

/** A new tab for a PDF. Opened during the click, because browsers block it later. */
export type PrintTab = {
  /** Text shown while waiting. */
  say: (text: string) => void;
  show: (address: string) => void;
  close: () => void;
  /** The browser blocked the tab, or the person closed it or opened another page in it. */
  readonly closed: boolean;
};

export function openPrintTab(title: string): PrintTab {
  const tab = window.open('', '_blank');
  if (tab) {
    tab.opener = null;
    tab.document.title = title;
    tab.document.documentElement.lang = 'en';
    tab.document.documentElement.style.colorScheme = 'light dark';
    // Without it, phones show a page of 980 px, with tiny letters.
    const width = { name: 'viewport', content: 'width=device-width, initial-scale=1' };
    tab.document.head.append(Object.assign(tab.document.createElement('meta'), width));
    Object.assign(tab.document.body.style, {
      margin: '48px 24px',
      font: '16px/1.5 system-ui, sans-serif',
      textAlign: 'center',
    });
  }
  const say = (text: string): void => {
    if (isWaiting(tab)) tab.document.body.textContent = text;
  };
  const onGone = (): void => say(goneText);
  addEventListener('pagehide', onGone);
  return {
    get closed() {
      return !isWaiting(tab);
    },
    say,
    show: (address) => {
      removeEventListener('pagehide', onGone);
      say(readyText);
      if (isWaiting(tab)) tab.location.replace(address);
    },
    close: () => {
      removeEventListener('pagehide', onGone);
      if (isWaiting(tab)) tab.close();
    },
  };
}

function isWaiting(tab: Window | null): tab is Window {
  try {
    return tab !== null && !tab.closed && tab.location.href === 'about:blank';
  } catch {
    // A page of another site is in it.
    return false;
  }
}

/** Some phones save a PDF and leave the tab as it is. */
const readyText = 'The file is ready. If it does not open here, it is in your downloads.';

const goneText =
  'The Courierdesk page that prepared this was closed or reloaded. Open Courierdesk: it shows the print, or you can print again.';

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
