import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';

/** Opens and closes the filter panel with this id. */
export const FiltersButton = (props: { label: string; panelId: string; opened: boolean; onToggle: () => void }) => (
  <Button
    variant="default"
    leftSection={<IconAdjustmentsHorizontal size={16} />}
    aria-expanded={props.opened}
    aria-controls={props.panelId}
    onClick={props.onToggle}
  >
    {props.label}
  </Button>
);
