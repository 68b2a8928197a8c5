import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Defaults } from '@stockcast/contract'
import { BulkActions } from '../../../ordering/groups/bulk-actions.tsx'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { formatCount } from '../../../ui/format/numbers.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import classes from './products-tab.module.css'
import { countSelected, type Filter, getTarget, type Selection } from './selection.ts'

interface BulkBarProps {
  selection: Selection
  filter: Filter
  total: number
  defaults: Defaults
  onClear: () => void
}

/** Shows the actions for the selected products; its space is always reserved, so that no row moves. */
export function BulkBar({ selection, filter, total, defaults, onClear }: BulkBarProps) {
  const [isOpen, { open, close }] = useDisclosure()
  const count = countSelected(selection, total)
  return (
    <div className={classes.bulk}>
      <p aria-live="polite">
        {count === 0
          ? 'Select products to change many at once.'
          : `${formatCount(count, 'product')} selected`}
      </p>
      {count > 0 && (
        <>
          <WriteButton size="xs" onClick={open}>
            Change settings
          </WriteButton>
          <BulkActions
            size="xs"
            mb={0}
            count={count}
            target={getTarget(selection, filter)}
            onChanged={onClear}
          />
          <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
            Clear selection
          </Button>
        </>
      )}
      <BulkDialog
        isOpen={isOpen}
        onClose={close}
        onChanged={onClear}
        {...{ selection, filter, count, defaults }}
      />
    </div>
  )
}
