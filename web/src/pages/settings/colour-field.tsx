import { AccentColour } from '@courierdesk/contract/shop-look';
import { contrastOf, readableContrast, readableOn } from '@courierdesk/contract/colours';
import { Button, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import styles from './colour-field.module.css';

/** A colour as text, with the browser's colour picker. Offers a darker shade where white text would be hard to read. */
export function ColourField(
  props: GetInputPropsReturnType & { id: string; name: string; canWrite: boolean; set: (colour: string) => void },
) {
  const { canWrite, set, ...field } = props;
  const colour = String(field.value).trim().toLowerCase();
  const isColour = /^#[0-9a-f]{6}$/.test(colour);
  const isTooLight = isColour && contrastOf(colour, '#ffffff') < readableContrast;
  const darker = isTooLight ? readableOn(colour, '#ffffff') : '';
  return (
    <div>
      <TextInput
        label="Colour"
        description="Used for buttons and links."
        placeholder="#0b6365"
        readOnly={!canWrite}
        leftSectionPointerEvents="all"
        leftSection={
          <input
            type="color"
            aria-label="Choose a colour"
            className={styles.swatch}
            value={isColour ? colour : '#ffffff'}
            disabled={!canWrite}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          />
        }
        {...field}
        error={field.error ?? (isTooLight ? AccentColour.safeParse(colour).error?.issues[0]?.message : undefined)}
      />
      {isTooLight && canWrite && (
        <Button variant="default" size="compact-sm" mt={8} onClick={() => set(darker)}>
          Use {darker}
        </Button>
      )}
    </div>
  );
}
