import { Menu } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { otherShopsQuery } from '../api/session.ts';
import { changeShop } from '../session/session.ts';
import { showErrorToast } from '../ui/toasts/toast.ts';

const quietPage = '/dashboard/support';

/** Switches to another shop of the same person. Nothing for someone who has one shop. */
export function OtherShops() {
  const router = useRouter();
  const { data: shops = [] } = useQuery(otherShopsQuery);
  const change = useMutation({
    mutationFn: async (shop: string) => {
      // Leaves the page first: it belongs to this shop and asks about unsaved changes. The support page asks the server
      // nothing of the shop, and everyone may open it.
      await router.navigate({ to: quietPage });
      if (router.state.location.pathname !== quietPage) return;
      const step = await changeShop(shop);
      await router.navigate({ to: step === 'second-factor' ? '/two-factor' : '/dashboard' });
    },
    onError: showErrorToast,
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
