/** `write_x` includes `read_x`. */
export function scopeSet(scopes: readonly string[]): ReadonlySet<string> {
  const all = new Set(scopes);
  for (const scope of scopes) if (scope.startsWith('write_')) all.add(`read_${scope.slice('write_'.length)}`);
  return all;
}
