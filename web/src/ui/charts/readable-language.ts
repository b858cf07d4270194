// uPlot makes a number format of the browser's language when it loads, and fails if the name is no language tag: Chromium on
// Linux with LANG=C says "en-US@posix". We format all numbers ourselves.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
