import { Button } from '@mantine/core'
import type { Import } from '@stockcast/contract'
import { saveText } from '../../ui/browser/save-file.ts'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { ScrollBox } from '../../ui/table/scroll-box.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { mendCsv } from '../files/mend-file.ts'
import classes from './import.module.css'

const FAULTS_SHOWN = 100

/** Lists every error with its line, so that it can be found in the file. */
export function FaultsTable({ current }: { current: Import }) {
  const { faults, faultsTotal, status, totals, leftOut } = current
  const shown = faults.slice(0, FAULTS_SHOWN)
  const isAll = shown.length === faultsTotal
  const isLeftOut = status === 'ready'
  return (
    <div className={classes.part}>
      <SectionHeader
        title={
          isLeftOut
            ? `${formatCount(totals.rowsLeftOut, 'row')} left out`
            : `${formatCount(faultsTotal, 'error')} to correct`
        }
        note={`${
          isLeftOut
            ? 'These cannot be read. The others can be imported now, and these once they are corrected.'
            : 'Nothing was imported. Correct these in the file and choose it again.'
        }${isAll ? '' : ` The first ${formatUnits(shown.length)} are shown.`}`}
        aside={
          leftOut.rows.length > 0 && (
            <Button size="xs" onClick={() => saveText(mendCsv(leftOut), 'rows-to-mend.csv')}>
              {`Download ${formatCount(leftOut.rows.length, 'row')} to mend`}
            </Button>
          )
        }
      />
      <ScrollBox label="Errors">
        <table className={classes.table}>
          <thead>
            <tr>
              <TableHead align="right" width="3rem">
                Line
              </TableHead>
              <TableHead width="8rem">Column</TableHead>
              <TableHead>Reason</TableHead>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, column, reason }) => (
              <tr key={`${line} ${column} ${reason}`}>
                <td data-align="right">{formatUnits(line)}</td>
                <td>{column ?? '–'}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  )
}

/** Shows the first rows as they were parsed. */
export function PreviewTable({ current }: { current: Import }) {
  const { columns, rows } = current.preview
  const numbered = rows.map((row, number) => ({ row, number }))
  return (
    <div className={classes.part}>
      <SectionHeader title="First rows" />
      <ScrollBox label="First rows">
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <TableHead key={column}>{column}</TableHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {numbered.map(({ row, number }) => (
              <tr key={number}>
                {row.map((cell, column) => (
                  <td key={columns[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  )
}
