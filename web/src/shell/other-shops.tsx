import { Menu } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { otherShopsQuery } from '../api/session.ts';
import { messageOf } from '../lib/failures.ts';
import { changeShop } from '../session/session.ts';
import { showToast } from '../ui/toasts/toast.ts';

/** Switches to another shop of the same person. Nothing for someone who has one shop. */
export function OtherShops() {
  const router = useRouter();
  const { data: shops = [] } = useQuery(otherShopsQuery);
  const change = useMutation({
    mutationFn: async (shop: string) => {
      // Leaves the page first, which asks about unsaved changes, and belongs to this shop.
      await router.navigate({ to: '/dashboard' });
      if (router.state.location.pathname !== '/dashboard') return;
      if ((await changeShop(shop)) === 'second-factor') await router.navigate({ to: '/two-factor' });
    },
    onError: (error) => showToast(messageOf(error), { error: true }),
  });
  if (shops.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Switch shop</Menu.Label>
      {shops.map(({ id, name }) => (
        <Menu.Item
          key={id}
          leftSection={<IconBuildingStore size={16} />}
          disabled={change.isPending}
          onClick={() => change.mutate(id)}
        >
          <span dir="auto">{name}</span>
        </Menu.Item>
      ))}
    </>
  );
}
