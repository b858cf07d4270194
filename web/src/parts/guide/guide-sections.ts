/** A heading of a page and the text below it. The introduction has no heading and no anchor. */
type GuideSection = { readonly anchor: string; readonly heading: string; readonly text: string };

/** The sections of a page, in order. Our pages have headings of level 2 and no code blocks. */
export function guideSections(markdown: string): GuideSection[] {
  const [introduction = '', ...others] = markdown.split(/^## /m);
  return [
    { anchor: '', heading: '', text: plainText(introduction.replace(/^# .*$/m, '')) },
    ...others.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return { anchor: anchorOf(heading), heading: heading.trim(), text: plainText(lines.join('\n')) };
    }),
  ];
}

/** As GitHub makes them, so that links between the files work there too. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

/** The words without marks, tables as sentences, images left out. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!\[[^[\]]{0,300}\]\([^()]{0,300}\)/g, '')
    .replaceAll(/\[([^[\]]{0,300})\]\([^()]{0,300}\)/g, '$1')
    .replaceAll(/^\|[ |:-]+$/gm, '')
    .replaceAll(/^(#+|[-*]|\d+\.) +/gm, '')
    .replaceAll('**', '')
    .replaceAll('`', '')
    .replaceAll('|', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
