/** A new tab for a PDF. Opened during the click, because browsers block it later. */
export type PrintTab = {
  /** Text shown while waiting. */
  say: (text: string) => void;
  show: (address: string) => void;
  close: () => void;
  /** The browser blocked the tab. */
  readonly blocked: boolean;
};

export function openPrintTab(title: string): PrintTab {
  const tab = window.open('', '_blank');
  if (tab) {
    tab.opener = null;
    tab.document.title = title;
  }
  return {
    blocked: tab === null,
    say: (text) => {
      if (tab && !tab.closed) tab.document.body.textContent = text;
    },
    show: (address) => {
      if (tab && !tab.closed) tab.location.replace(address);
    },
    close: () => tab?.close(),
  };
}
