// Runs before the first paint, so that a dark screen never flashes white. The key is the one in src/theme.ts.
{
  const chosen = localStorage.getItem('color_scheme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}
