export function lineTitle(line: { readonly title: string; readonly variantTitle: string }): string {
  return line.variantTitle ? `${line.title} (${line.variantTitle})` : line.title;
}

/** `2 x Kurta (Large), 1 x Mug` */
export function describeItems(items: readonly { readonly title: string; readonly quantity: number }[]): string {
  return items.map(({ title, quantity }) => `${quantity} x ${title}`).join(', ');
}
