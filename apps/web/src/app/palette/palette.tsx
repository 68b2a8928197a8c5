import { Modal } from '@mantine/core'
import classes from './palette.module.css'
import { PaletteSearch } from './palette-search.tsx'
import type { PaletteState } from './use-palette.ts'

/** Shows the global search: a dialog with one field and the list of its results. */
export default function Palette({ palette }: { palette: PaletteState }) {
  return (
    <Modal.Root
      opened={palette.isOpen}
      onClose={palette.close}
      returnFocus={false}
      centered={false}
      size="lg"
      yOffset="10dvh"
      padding={0}
      transitionProps={{ duration: 120 }}
      classNames={{ content: classes.dialog ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} color="#091211" />
      <Modal.Content aria-label="Search">
        <Modal.Body>
          <PaletteSearch onClose={palette.close} takeTyped={palette.takeTyped} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
