import { Box, Button } from '@mantine/core'
import type { Import } from '@stockcast/contract'
import { saveText } from '../../ui/browser/save-file.ts'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ScrollBox } from '../../ui/table/scroll-box.tsx'
import classes from '../files/files.module.css'
import { mendCsv } from '../files/mend-file.ts'

const FAULTS_SHOWN = 100

/** Lists every error with its line, so that it can be found in the file. */
export function FaultsTable({ current }: { current: Import }) {
  const { faults, faultsTotal, status, totals, leftOut } = current
  const shown = faults.slice(0, FAULTS_SHOWN)
  const isAll = shown.length === faultsTotal
  const isLeftOut = status === 'ready'
  return (
    <Box mt={28}>
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
              {`Download ${formatCount(leftOut.rows.length, 'row')} to correct`}
            </Button>
          )
        }
      />
      <ScrollBox label="Errors">
        <DataTable
          label="Errors"
          className={classes.table}
          columns={[
            { head: 'Line', align: 'right', width: '3rem', cell: ({ line }) => formatUnits(line) },
            { head: 'Column', width: '8rem', cell: ({ column }) => column },
            { head: 'Reason', cell: ({ reason }) => reason },
          ]}
          rows={shown}
          getKey={({ line, column, reason }) => `${line} ${column} ${reason}`}
        />
      </ScrollBox>
    </Box>
  )
}

/** Shows the first rows as they were parsed. */
export function PreviewTable({ current }: { current: Import }) {
  const { columns, rows } = current.preview
  return (
    <Box mt={28}>
      <SectionHeader title="First rows" />
      <ScrollBox label="First rows">
        <DataTable
          label="First rows"
          className={classes.table}
          columns={columns.map((head, column) => ({
            head,
            cell: ([, row]: [number, string[]]) => row[column],
          }))}
          rows={[...rows.entries()]}
          getKey={([number]) => number}
        />
      </ScrollBox>
    </Box>
  )
}
