import { countText } from '@courierdesk/contract/count-text';
import { cutText } from '@courierdesk/contract/cut-text';

type Item = { readonly title: string; readonly quantity: number };

export function lineTitle(line: { readonly title: string; readonly variantTitle: string }): string {
  return line.variantTitle ? `${line.title} (${line.variantTitle})` : line.title;
}

/** `2 x Kurta (Large), 1 x Mug` */
export function describeItems(items: readonly Item[]): string {
  return items.map(({ title, quantity }) => `${quantity} x ${title}`).join(', ');
}

/** Of the booking forms. */
const maxProductsList = 2000;

/** The products list of a booking form. When it is too long, it has the first items and how many more there are. */
export function productsList(items: readonly Item[]): string {
  const all = describeItems(items);
  if (all.length <= maxProductsList) return all;
  let fitting = '';
  for (let shown = 1; shown < items.length; shown += 1) {
    const text = `${describeItems(items.slice(0, shown))}, and ${countText(items.length - shown, 'more item')}`;
    if (text.length > maxProductsList) break;
    fitting = text;
  }
  return fitting || cutText(all, maxProductsList);
}
