/** Query values as the contract's schemas parse them: strings, and lists for names that repeat or end in `[]`. */
type Search = Record<string, string | string[]>;

/** `?query=%231001&page=2&ids[]=a&ids[]=b`, with nothing quoted or guessed. */
export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const known = search[name];
    search[name] = known === undefined && !name.endsWith('[]') ? value : [known ?? [], value].flat();
  }
  return search;
}

/** Leaves out empty and missing values. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') params.append(name, String(one));
  const text = params.toString().replaceAll('%5B%5D=', '[]=');
  return text ? `?${text}` : '';
}
