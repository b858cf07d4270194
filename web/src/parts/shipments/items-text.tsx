import { Fragment } from 'react';

/** `2 x Kurta, 1 x دوپٹہ`: each item keeps its own direction, so that amounts stay before their items. */
export const ItemsText = ({ items }: { items: string }) =>
  items.split(', ').map((item, index) => (
    <Fragment key={index}>
      {index > 0 && ', '}
      <bdi>{item}</bdi>
    </Fragment>
  ));
