import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isIncoming, type PurchaseOrder } from '@stockcast/contract'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { formatCount, formatShare, formatUnits } from '../../ui/format/numbers.ts'
import { type Stat, StatStrip } from '../../ui/stat-strip.tsx'
import { formatUnitCost } from '../money.ts'
import { DetailsDialog } from './dialogs/details-dialog.tsx'
import classes from './order.module.css'
import { belowMinimumWords, doubtWords, hasDoubt, lastReceipt } from './order-page-words.ts'

/** Shows what the order comes to, and its day and costs, which can be changed. */
export function OrderFacts({ order }: { order: PurchaseOrder }) {
  const [isOpen, { open, close }] = useDisclosure()
  const { freightMinor, dutyMinor, otherMinor, note } = order
  const extra = freightMinor + dutyMinor + otherMinor
  const belowMinimum = belowMinimumWords(order)
  return (
    <>
      <StatStrip label="This order" stats={getStats(order, extra)} />
      {(order.can.edit || note !== null) && (
        <Group gap="10px 24px" align="flex-start" justify="space-between" mt={-24} mb={32}>
          <p className={classes.quiet}>
            {note !== null && <span className={classes.note}>{note}</span>}
            {extra > 0 && extraWords(order, extra)}
            {belowMinimum !== null && <span className={classes.hint}>{belowMinimum}</span>}
            {hasDoubt(order) && order.can.edit && <span className={classes.hint}>{doubtWords(order)}</span>}
          </p>
          {order.can.edit && (
            <WriteButton size="xs" onClick={open}>
              Change order details
            </WriteButton>
          )}
        </Group>
      )}
      <DetailsDialog order={order} isOpen={isOpen} onClose={close} />
    </>
  )
}

const sharedWords: Record<PurchaseOrder['costSharing'], string> = {
  value: 'shared among the products by value',
  units: 'shared among the products by units',
  none: 'not shared among the products',
}

function extraWords({ currency, costSharing }: PurchaseOrder, extra: number): string {
  return `Freight, duty and other costs: ${formatUnitCost(extra, currency)}, ${sharedWords[costSharing]}.`
}

function getStats(order: PurchaseOrder, extra: number): Stat[] {
  const { totalMinor, currency, linesWithoutCost, units, remaining, lines } = order
  return [
    {
      label: 'Total',
      value: totalMinor === null ? 'Unknown' : formatUnitCost(totalMinor, currency),
      note:
        linesWithoutCost > 0
          ? `${formatCount(linesWithoutCost, 'line')} without a cost`
          : extra > 0
            ? 'with freight, duty and other costs'
            : currency,
    },
    { label: 'Units', value: formatUnits(units), note: formatCount(lines.length, 'product') },
    {
      label: 'Still to come',
      value: order.status === 'draft' ? '–' : formatUnits(remaining),
      note: remainingNote(order),
    },
    dayStat(order),
  ]
}

function dayStat(order: PurchaseOrder): Stat {
  const { expectedOn, isConfirmed, status } = order
  const expected = expectedOn === null ? '–' : formatDay(expectedOn)
  const receivedOn = isIncoming(status) ? null : lastReceipt(order)
  if (receivedOn !== null)
    return { label: 'Received', value: formatDay(receivedOn), note: `expected ${expected}` }
  if (expectedOn === null) return { label: 'Expected', value: '–', note: 'set once it is ordered' }
  const confirmed = isConfirmed ? 'confirmed' : 'not confirmed by the supplier'
  return {
    label: 'Expected',
    value: expected,
    note: isIncoming(status) || status === 'draft' ? confirmed : `before it was ${status}`,
  }
}

function remainingNote({ status, countedShare }: PurchaseOrder): string {
  if (status === 'draft') return 'counts once it is ordered'
  if (!isIncoming(status)) return 'nothing more is expected'
  if (countedShare === null || countedShare === 1) return 'counts as on the way'
  return countedShare === 0 ? 'too late to count' : `late: ${formatShare(countedShare)} counts`
}
