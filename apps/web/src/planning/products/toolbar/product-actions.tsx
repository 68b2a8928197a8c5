import { Anchor, Button, Menu, Text, VisuallyHidden } from '@mantine/core'
import {
  IconChevronDown,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { ClassFilter } from '../../../ordering/class-selects.tsx'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { useSession } from '../../../session/use-session.ts'
import { formatUnits } from '../../../ui/format/numbers.ts'
import { stepBeforeSync } from '../../../ui/messages/connection-words.ts'
import { productTexts } from '../../../ui/messages/product-texts.ts'
import { LoadDemo } from '../load-demo.tsx'
import classes from '../products.module.css'
import { useRunForecasts } from '../use-run-forecasts.ts'
import { useExportProducts } from './use-export-products.ts'
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

/**
 * Starts a sync (T-05). Without a store, or without access to it, the button says why and names the next
 * step.
 */
function SyncButton({ sync }: { sync: ReturnType<typeof useStoreSync> }) {
  const step = stepBeforeSync(useSession())
  const reasonId = useId()
  return (
    <>
      <WriteButton
        leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        loading={sync.isRunning && step === null}
        disabled={step !== null}
        aria-describedby={step ? reasonId : undefined}
        onClick={sync.start}
      >
        {productTexts.sync}
      </WriteButton>
      {step && (
        <Text id={reasonId} size="sm" c="dimmed" style={{ alignSelf: 'center' }}>
          {step.reason}{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link to="/connect-shopify" search={step.search} {...props} />}
          >
            {step.action}
          </Anchor>
        </Text>
      )}
    </>
  )
}

/** Exports the inventory report, as CSV with one click or in another format (T-03). */
function ExportMenu({ today, groups }: { today: string | undefined; groups: ClassFilter }) {
  const { mutate, isPending } = useExportProducts(today, groups)
  return (
    <Button.Group>
      <Button leftSection={<IconDownload {...icon} />} loading={isPending} onClick={() => mutate('csv')}>
        {productTexts.exportCsv}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button px={8} aria-label="Export as" disabled={isPending}>
            <IconChevronDown {...icon} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileTypeCsv {...icon} />} onClick={() => mutate('csv')}>
            CSV
          </Menu.Item>
          <Menu.Item leftSection={<IconFileSpreadsheet {...icon} />} onClick={() => mutate('xlsx')}>
            Excel workbook (XLSX)
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
