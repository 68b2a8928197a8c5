import { VisuallyHidden } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { ClassFilter } from '../../../ordering/class-selects.tsx'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { formatUnits } from '../../../ui/format/numbers.ts'
import { productTexts } from '../../../ui/messages/product-texts.ts'
import { LoadDemo } from '../load-demo.tsx'
import classes from '../products.module.css'
import { useRunForecasts } from '../use-run-forecasts.ts'
import { ExportMenu } from './export-menu.tsx'
import { SyncButton } from './sync-button.tsx'
import { useStoreSync } from './use-store-sync.ts'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Shows the actions for the whole catalogue (T-03 to T-05). */
export function ProductActions({
  today,
  isEmpty,
  groups,
}: {
  today: string | undefined
  isEmpty: boolean
  groups: ClassFilter
}) {
  const sync = useStoreSync()
  const forecasts = useRunForecasts()
  const { progress } = forecasts
  const progressWords = progress && `${formatUnits(progress.done)} of ${formatUnits(progress.total)}`

  return (
    <div className={classes.actions}>
      <ExportMenu today={today} groups={groups} />
      <SyncButton sync={sync} />
      <WriteButton
        variant={isEmpty ? 'default' : 'filled'}
        leftSection={<IconPlayerPlay {...icon} />}
        disabled={forecasts.isRunning}
        onClick={forecasts.start}
      >
        {forecasts.isRunning ? `Forecasting ${progressWords ?? '…'}` : productTexts.runForecasts}
      </WriteButton>
      <LoadDemo isEmpty={isEmpty} />
      <VisuallyHidden role="status">
        {sync.isRunning && 'Syncing from Shopify'}
        {progressWords && ` ${progressWords} products forecast`}
      </VisuallyHidden>
    </div>
  )
}
