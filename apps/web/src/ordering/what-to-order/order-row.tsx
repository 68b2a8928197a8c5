import type { OrderListRow } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { getCoverage } from '../../charts/runway/coverage-line.tsx'
import { Runway } from '../../charts/runway/runway.tsx'
import { Changing } from '../../ui/changing.tsx'
import { addDays, formatDay } from '../../ui/format/days.ts'
import { skuOfLongName } from '../../ui/format/long-name.ts'
import { formatUnits } from '../../ui/format/numbers.ts'
import { notInStoreWords } from '../../ui/messages/stock-words.ts'
import table from '../../ui/table/long-table.module.css'
import { LongRow } from '../../ui/table/long-table.tsx'
import { formatSum, UNKNOWN_AMOUNT } from '../money.ts'
import content from './order-row.module.css'
import classes from './order-table.module.css'
import {
  lastsWords,
  missingInDraft,
  orderByWords,
  quantityNote,
  riskWords,
  supplierWords,
} from './order-words.ts'
import { type OrderEdit, plannedOrder } from './planned-order.ts'
import { QuantityField } from './quantity-field.tsx'

export interface OrderRowProps {
  /** Index in its group, from 0; the row of heads does not count. */
  index: number
  row: OrderListRow
  change: OrderEdit | undefined
  /** True for the row that Tab reaches; the other ones are reached from it by the arrows. */
  isCurrent: boolean
  today: string
  currency: string
  onEdit: (row: OrderListRow, change: OrderEdit | null) => void
  onMove: (from: Element | null, by: number) => void
  onWhy: (row: OrderListRow) => void
}

export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { index, row, change, isCurrent, today, currency, onEdit, onMove, onWhy } = props
  const noteId = useId()
  const order = plannedOrder(row, change)
  const tabIndex = isCurrent ? 0 : -1
  const orderBy = orderByWords(row, today)
  const daysLeft = row.daysLeft === null ? '90+' : formatUnits(row.daysLeft)
  const note = quantityNote(row, order, today)
  const missing = missingInDraft(row)
  return (
    <LongRow
      index={index}
      data-key={row.variantId}
      data-off={(!order.isSelected && order.units > 0) || undefined}
      tabIndex={tabIndex}
    >
      <td className={classes.tick}>
        <input
          type="checkbox"
          className={content.tick}
          aria-label={`Order ${row.title}`}
          tabIndex={tabIndex}
          checked={order.isSelected}
          disabled={!order.canSelect || order.units === 0}
          onChange={() => onEdit(row, { isSelected: !order.isSelected })}
        />
      </td>
      <td className={classes.product}>
        <Link
          to="/products/$variantId"
          params={{ variantId: String(row.variantId) }}
          className={`${table.name} ${content.name}`}
          title={row.title}
          tabIndex={tabIndex}
        >
          {row.title}
        </Link>
        <span className={`${table.sku} ${content.supplier}`} title={row.supplier?.name}>
          {[skuOfLongName(row), supplierWords(row)].filter((each) => each !== null).join(' · ')}
        </span>
      </td>
      <td className={classes.runway}>
        <Runway
          today={today}
          futures={row.coverageBefore.futures}
          available={row.available}
          leadTimeDays={row.leadTime.days}
          incoming={row.arrivals}
          coverage={getCoverage({ ...order, leadTimeDays: row.leadTime.days }, today)}
        />
      </td>
      <td className={classes.stock} data-label="in stock">
        <b>
          <Changing value={formatUnits(row.available)} />
        </b>
        {row.notInStore > 0 && (
          <span className={content.note} title={notInStoreWords(row.notInStore)}>
            {formatUnits(row.notInStore)} received
          </span>
        )}
        {row.incoming > 0 && <span className={content.note}>{formatUnits(row.incoming)} to come</span>}
      </td>
      <td className={classes.days} data-label={daysLeft === '1' ? 'day left' : 'days left'}>
        <b>
          <Changing value={daysLeft} />
        </b>
        <span className={content.note} title="Chance that it runs out before an order placed today arrives">
          {row.daysLeft !== 0 && riskWords(row.stockoutProbability)}
        </span>
      </td>
      <td className={classes.orderBy} data-tone={orderBy.tone}>
        <b>{orderBy.text}</b>
        <span className={content.note}>{orderBy.note}</span>
      </td>
      <td className={classes.quantity}>
        {row.inDraft === null ? (
          <QuantityField {...{ row, order, tabIndex, noteId, onEdit, onMove }} />
        ) : (
          <Link
            to="/order/orders/$orderId"
            params={{ orderId: String(row.inDraft.orderId) }}
            className={content.draft}
            tabIndex={tabIndex}
          >
            {formatUnits(row.inDraft.units)}
          </Link>
        )}
        <span id={noteId} className={content.note} data-fault={note.isFault || undefined}>
          {row.inDraft === null ? note.text : `in draft ${row.inDraft.number}`}
        </span>
        {missing > 0 && <span className={content.note}>{formatUnits(missing)} too few</span>}
      </td>
      <td className={classes.cost}>
        <span data-unknown={order.costMinor === null || undefined} data-none={order.units === 0 || undefined}>
          {order.units === 0 ? '–' : formatSum(order.costMinor, row.currency)}
        </span>
        {order.units > 0 && order.lastsDays !== null && note.text !== lastsWords(order, today) && (
          <span className={content.note}>until {formatDay(addDays(today, order.lastsDays))}</span>
        )}
      </td>
      <td className={classes.value}>
        {order.units === 0 ? (
          '–'
        ) : row.valueMinor === null ? (
          <span data-unknown>{UNKNOWN_AMOUNT}</span>
        ) : (
          formatSum(Math.max(0, row.valueMinor), currency)
        )}
        {order.units > 0 && row.hasAssumedMargin && <span className={content.note}>assumed</span>}
        {order.units > 0 && order.isChanged && !row.hasAssumedMargin && row.valueMinor !== null && (
          <span className={content.note}>at {formatUnits(row.quantity)}</span>
        )}
      </td>
      <td className={classes.why}>
        <button
          type="button"
          tabIndex={tabIndex}
          className={content.whyButton}
          aria-haspopup="dialog"
          aria-label={`Why ${formatUnits(row.inDraft?.units ?? row.quantity)} of ${row.title}`}
          onClick={() => onWhy(row)}
        >
          Why
        </button>
      </td>
    </LongRow>
  )
})
