import { Modal, Stack } from '@mantine/core'
import type { OrderListRow } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CoverageKey, getCoverage } from '../../charts/runway/coverage-line.tsx'
import { Runway } from '../../charts/runway/runway.tsx'
import { RunwayAxis } from '../../charts/runway/runway-axis.tsx'
import { RunwayKey } from '../../charts/runway/runway-key.tsx'
import { formatAverage, formatUnits } from '../../ui/format/numbers.ts'
import { formatSum, formatUnitCost } from '../money.ts'
import { leadTimeNote, leadTimeWords } from '../supplier-words.ts'
import { lastsWords, missingInDraft, reasonWords } from './order-words.ts'
import { type OrderEdit, plannedOrder } from './planned-order.ts'
import classes from './what-to-order.module.css'

interface WhyDialogProps {
  row: OrderListRow | null
  change: OrderEdit | undefined
  today: string
  currency: string
  onClose: () => void
}

/** Shows how the quantity of a row was calculated; `row` is null while the dialog is closed. */
export function WhyDialog({ row, onClose, ...rest }: WhyDialogProps) {
  return (
    <Modal opened={row !== null} onClose={onClose} title={row?.title ?? ''} size="lg">
      {row && <Why row={row} {...rest} />}
    </Modal>
  )
}

function Why({ row, change, today, currency }: Omit<WhyDialogProps, 'onClose'> & { row: OrderListRow }) {
  const order = plannedOrder(row, change)
  return (
    <Stack gap={18}>
      <div>
        <RunwayAxis today={today} />
        <Runway
          today={today}
          futures={row.coverageBefore.futures}
          available={row.available}
          leadTimeDays={row.leadTime.days}
          incoming={row.arrivals}
          coverage={getCoverage({ ...order, leadTimeDays: row.leadTime.days }, today)}
        />
        <RunwayKey>
          <CoverageKey />
        </RunwayKey>
      </div>
      <p className={classes.lead}>
        <b>{leadWords(row)}</b>{' '}
        {order.isChanged
          ? `You chose ${formatUnits(order.units)}, which ${lastsWords(order, today)}.`
          : order.units > 0 && `With it the stock ${lastsWords(order, today)}.`}
      </p>
      <ol className={classes.steps}>
        {row.why.map((reason) => (
          <li key={reason.code}>{reasonWords(reason, row, currency)}</li>
        ))}
      </ol>
      <dl className={classes.facts}>
        <Fact label="Expected demand" value={`${formatAverage(row.averageDailyDemand)} a day`} />
        <Fact label="Lead time" value={leadTimeWords(row.leadTime)} note={leadTimeNote(row.leadTime)} />
        <Fact label="Unit cost" value={formatUnitCost(row.unitCostMinor, row.currency)} />
        {row.alternatives.map(({ id, name, units, costMinor }) => (
          <Fact
            key={id}
            label={name}
            value={formatSum(costMinor, currency)}
            note={`instead, for ${formatUnits(units)}`}
          />
        ))}
      </dl>
    </Stack>
  )
}

function leadWords(row: OrderListRow): ReactNode {
  const { quantity, supplier, inDraft } = row
  if (inDraft !== null) {
    const missing = missingInDraft(row)
    const few = missing === 0 ? '' : `, ${formatUnits(missing)} too few`
    return (
      <>
        {formatUnits(inDraft.units)} in{' '}
        <Link to="/order/orders/$orderId" params={{ orderId: String(inDraft.orderId) }}>
          draft {inDraft.number}
        </Link>
        {few}.
      </>
    )
  }
  if (quantity === 0) return 'Nothing to order now.'
  return supplier === null
    ? `Order ${formatUnits(quantity)}.`
    : `Order ${formatUnits(quantity)} from ${supplier.name}.`
}

function Fact({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value}
        {note !== undefined && <span>{note}</span>}
      </dd>
    </div>
  )
}
