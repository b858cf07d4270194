// Before the first paint, so that a dark screen never flashes white. Its key is the one of src/theme.ts.
{
  const chosen = localStorage.getItem('color_scheme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}
