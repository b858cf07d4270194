import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBackToList } from './use-back-to-list.ts';

export function BackToList() {
  const { to, search } = useBackToList();
  return (
    <Button variant="default" size="compact-sm" renderRoot={(props) => <Link to={to} search={search} {...props} />}>
      Choose another order
    </Button>
  );
}
