import { Checkbox, Group, NumberInput } from '@mantine/core'
import { useMap, useSet } from '@mantine/hooks'
import type { SuggestionList, TransferSuggestion } from '@stockcast/contract'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import {
  formatCount,
  formatDayCount,
  formatProbability,
  formatUnits,
  groupingOfFields,
} from '../../ui/format/numbers.ts'
import { ProductName } from '../../ui/product-name.tsx'
import list from '../../ui/table/data-table.module.css'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { formatSum } from '../money.ts'
import classes from './transfers.module.css'
import { useDraftTransfers } from './use-transfer-actions.ts'

const toKey = ({ variantId, from, to }: TransferSuggestion) => `${variantId}/${from.id}/${to.id}`

/** Lists what to move, all chosen; quantities can be changed before drafts are made of them. */
export function SuggestionTable({ list: suggested }: { list: SuggestionList }) {
  const left = useSet<string>()
  const typed = useMap<string, number | string>()
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
  const columns: Column<TransferSuggestion>[] = [
    {
      head: 'Product',
      narrow: 'wide',
      cell: (row) => (
        <Group gap={12} wrap="nowrap" align="flex-start">
          <Checkbox
            aria-label={`Move ${row.title} to ${row.to.name}`}
            checked={!left.has(toKey(row))}
            onChange={() => left.delete(toKey(row)) || left.add(toKey(row))}
          />
          <div>
            <ProductName {...row} />
            <span className={list.note}>{row.sku}</span>
          </div>
        </Group>
      ),
    },
    { head: 'From', cell: ({ from }) => from.name, note: ({ from }) => stockWords(from) },
    { head: 'To', cell: ({ to }) => to.name, note: ({ to }) => stockWords(to) },
    {
      head: 'Runs out',
      align: 'right',
      cell: runsOutWords,
      note: ({ stockoutBefore, stockoutAfter }) =>
        riskWords(formatProbability(stockoutBefore), formatProbability(stockoutAfter)),
    },
    {
      head: 'Earns',
      align: 'right',
      cell: ({ valueMinor }) => formatSum(valueMinor, suggested.currency),
    },
    {
      head: 'Move',
      align: 'right',
      cell: (row) => (
        <NumberInput
          className={classes.units ?? ''}
          styles={{ input: { textAlign: 'right' } }}
          aria-label={`Units of ${row.title} to ${row.to.name}`}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={typed.get(toKey(row)) ?? row.units}
          disabled={left.has(toKey(row))}
          onChange={(units) => typed.set(toKey(row), units)}
          {...groupingOfFields()}
        />
      ),
      note: ({ days }) => `there in ${formatDayCount(days)}`,
    },
  ]
  return (
    <>
      <DataTable label="What to move" columns={columns} rows={suggested.rows} getKey={toKey} />
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

const stockWords = ({ available }: TransferSuggestion['from']) => `${formatUnits(available)} in stock`

function runsOutWords({ to: { daysLeft } }: TransferSuggestion): string {
  if (daysLeft === null) return 'unknown'
  return daysLeft === 0 ? 'now' : `in ${formatDayCount(daysLeft)}`
}

const riskWords = (before: string, after: string) =>
  before === after ? `${before} risk` : `${before} risk, then ${after}`
