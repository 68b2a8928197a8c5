import { Checkbox, NumberInput } from '@mantine/core'
import type { SuggestionList, TransferSuggestion } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import {
  formatCount,
  formatDayCount,
  formatProbability,
  formatUnits,
  groupingOfFields,
} from '../../ui/format/numbers.ts'
import list from '../../ui/table/data-table.module.css'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatSum } from '../money.ts'
import classes from './transfers.module.css'
import { useDraftTransfers } from './use-transfer-actions.ts'

const toKey = ({ variantId, from, to }: TransferSuggestion) => `${variantId}/${from.id}/${to.id}`

/** Lists what to move, all chosen; quantities can be changed before drafts are made of them. */
export function SuggestionTable({ list: suggested }: { list: SuggestionList }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState<ReadonlyMap<string, number | string>>(new Map())
  const drafts = useDraftTransfers()
  const getUnits = (row: TransferSuggestion) => Number(typed.get(toKey(row)) ?? row.units) || 0
  const chosen = suggested.rows.filter((row) => !left.has(toKey(row)) && getUnits(row) > 0)
  const create = () =>
    drafts.mutate({
      lines: chosen.map((row) => ({
        variantId: row.variantId,
        from: row.from.id,
        to: row.to.id,
        units: getUnits(row),
      })),
    })
  const toggle = (row: TransferSuggestion) =>
    setLeft((before) => {
      const next = new Set(before)
      if (!next.delete(toKey(row))) next.add(toKey(row))
      return next
    })
  return (
    <>
      <table className={list.table} aria-label="What to move">
        <thead>
          <tr>
            <TableHead>Product</TableHead>
            <TableHead>From</TableHead>
            <TableHead>To</TableHead>
            <TableHead align="right">Runs out</TableHead>
            <TableHead align="right">Earns</TableHead>
            <TableHead align="right">Move</TableHead>
          </tr>
        </thead>
        <tbody>
          {suggested.rows.map((row) => (
            <Row
              key={toKey(row)}
              row={row}
              currency={suggested.currency}
              isChosen={!left.has(toKey(row))}
              units={typed.get(toKey(row)) ?? row.units}
              onToggle={() => toggle(row)}
              onUnits={(units) => setTyped((before) => new Map(before).set(toKey(row), units))}
            />
          ))}
        </tbody>
      </table>
      <div className={classes.create}>
        <p>
          {formatCount(chosen.length, 'product')},{' '}
          {formatCount(
            chosen.reduce((sum, row) => sum + getUnits(row), 0),
            'unit',
          )}
          . One draft for each pair of locations; nothing is sent.
        </p>
        <WriteButton
          variant="filled"
          disabled={chosen.length === 0}
          loading={drafts.isPending}
          onClick={create}
        >
          Draft transfers
        </WriteButton>
      </div>
    </>
  )
}

interface RowProps {
  row: TransferSuggestion
  currency: string
  isChosen: boolean
  units: number | string
  onToggle: () => void
  onUnits: (units: number | string) => void
}

function Row({ row, currency, isChosen, units, onToggle, onUnits }: RowProps) {
  const { title, sku, from, to } = row
  return (
    <tr>
      <td data-wide>
        <div className={classes.product}>
          <Checkbox aria-label={`Move ${title} to ${to.name}`} checked={isChosen} onChange={onToggle} />
          <div>
            <Link
              className={list.name}
              to="/products/$variantId"
              params={{ variantId: String(row.variantId) }}
            >
              {title}
            </Link>
            <span className={list.note}>{sku}</span>
          </div>
        </div>
      </td>
      <td data-label="From">
        {from.name}
        <span className={list.note}>{formatUnits(from.available)} in stock</span>
      </td>
      <td data-label="To">
        {to.name}
        <span className={list.note}>{formatUnits(to.available)} in stock</span>
      </td>
      <td data-align="right" data-label="Runs out">
        {runsOutWords(row)}
        <span className={list.note}>
          {formatProbability(row.stockoutBefore)} to {formatProbability(row.stockoutAfter)} risk
        </span>
      </td>
      <td data-align="right" data-label="Earns">
        {formatSum(row.valueMinor, currency)}
      </td>
      <td data-align="right" data-label="Move">
        <NumberInput
          className={classes.units ?? ''}
          aria-label={`Units of ${title} to ${to.name}`}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={units}
          disabled={!isChosen}
          onChange={onUnits}
          {...groupingOfFields()}
        />
        <span className={list.note}>there in {formatDayCount(row.days)}</span>
      </td>
    </tr>
  )
}

function runsOutWords({ to: { daysLeft } }: TransferSuggestion): string {
  if (daysLeft === null) return 'unknown'
  return daysLeft === 0 ? 'now' : `in ${formatDayCount(daysLeft)}`
}
