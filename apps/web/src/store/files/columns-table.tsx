import { Box, NativeSelect } from '@mantine/core'
import {
  type FileKind,
  type ImportField,
  importFields,
  neededFields,
  type SaveColumns,
} from '@stockcast/contract'
import { useState } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { SectionHeader } from '../../ui/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ScrollBox } from '../../ui/table/scroll-box.tsx'
import { fieldLabel, missingWords } from './field-words.ts'
import classes from './files.module.css'

const NOT_READ = ''

interface Column {
  header: string
  field: string | null
  /** Also true for a column of one day or location. */
  isRead?: boolean
  values: readonly string[]
  mayBe?: string | undefined
}

interface ColumnsTableProps {
  kind: FileKind
  headHash: string
  columns: readonly Column[]
  /** Whether the file is read only once the needed columns are known. */
  isAsking: boolean
  onChoose: (choice: SaveColumns) => void
  isSaving: boolean
}

/** Shows what each column of a file was recognised as, with some of its values, and lets the merchant change it. */
export function ColumnsTable({ kind, headHash, columns, isAsking, onChoose, isSaving }: ColumnsTableProps) {
  const before = columns.map(({ field }) => getField(kind, field))
  const [fields, setFields] = useState<readonly (ImportField | null)[]>(before)
  const isChanged = fields.some((field, i) => field !== before[i])
  const missingFrom = (read: typeof fields) =>
    isAsking ? neededFields[kind].filter((group) => !group.some((field) => read.includes(field))) : []
  const missing = missingFrom(fields)
  // A field belongs to one column: the one that had it before loses it.
  const choose = (index: number, field: ImportField | null) =>
    setFields(fields.map((each, i) => (i === index ? field : each === field ? null : each)))
  return (
    <Box mt={28}>
      <SectionHeader
        title="Columns"
        note={
          missing.length > 0
            ? missingWords(kind, missing)
            : 'Correct what was read wrongly. Your choice is kept for the next file.'
        }
        aside={
          <WriteButton
            size="xs"
            variant={missingFrom(before).length > 0 ? 'filled' : 'default'}
            disabled={!isChanged || missing.length > 0}
            loading={isSaving}
            onClick={() => onChoose({ kind, headHash, fields: [...fields] })}
          >
            Read the file again
          </WriteButton>
        }
      />
      <ScrollBox label="Columns">
        <DataTable
          label="Columns"
          className={`stacked ${classes.table} ${classes.columns}`}
          columns={[
            { head: 'Column', cell: ({ header }) => header || '–' },
            { head: 'Values', cell: ({ values }) => values.join(' · ') || '–' },
            {
              head: 'Read as',
              width: '14rem',
              cell: ({ index, ...column }) => (
                <NativeSelect
                  size="xs"
                  aria-label={`Read ${column.header || `column ${index + 1}`} as`}
                  value={fields[index] ?? NOT_READ}
                  onChange={({ currentTarget: { value } }) => choose(index, getField(kind, value))}
                  data={[
                    { value: NOT_READ, label: unreadLabel(kind, column) },
                    ...importFields[kind].map((value) => ({ value, label: fieldLabel(kind, value) })),
                  ]}
                />
              ),
            },
          ]}
          // Two columns may have one name.
          rows={columns.map((column, index) => ({ ...column, index }))}
          getKey={({ index }) => index}
        />
      </ScrollBox>
    </Box>
  )
}

function getField(kind: FileKind, name: string | null): ImportField | null {
  return importFields[kind].find((field) => field === name) ?? null
}

function unreadLabel(kind: FileKind, { isRead, field, mayBe }: Column): string {
  if (isRead && field === null) return kind === 'sales' ? 'Units of one day' : 'Stock of one location'
  const meant = getField(kind, mayBe ?? null)
  return meant === null ? 'Not read' : `Not read; ${fieldLabel(kind, meant)}?`
}
