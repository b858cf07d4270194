import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export const BackToList = () => (
  <Button
    variant="default"
    size="compact-sm"
    renderRoot={(props) => <Link to="/dashboard/shopify/orders" {...props} />}
  >
    Choose another order
  </Button>
);
