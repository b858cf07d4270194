/** Values of a URL as the contract's schemas parse them: strings, and lists under names that end in `[]`. */
export type Search = Record<string, string | string[]>;

/** `?query=%231001&page=2&ids[]=a&ids[]=b`, with nothing quoted or guessed. */
export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const known = search[name];
    if (name.endsWith('[]')) search[name] = Array.isArray(known) ? [...known, value] : [value];
    else search[name] = value;
  }
  return search;
}

/** Empty and missing values leave no trace in the URL. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(name, String(one));
    }
  }
  const text = params.toString().replaceAll('%5B%5D=', '[]=');
  return text ? `?${text}` : '';
}
