/** A tab of its own for papers: opened at the click, or the browser would block it once they are ready. */
export type PrintTab = {
  /** What a person reads in it while they wait. */
  say: (text: string) => void;
  show: (address: string) => void;
  close: () => void;
  /** The browser opened none. */
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
