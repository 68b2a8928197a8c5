import { NativeSelect } from '@mantine/core'
import {
  type Import,
  type ImportField,
  type ImportKind,
  importFields,
  requiredImportFields,
  type SaveColumns,
} from '@stockcast/contract'
import { useState } from 'react'
import { WriteButton } from '../../app/read-only/write-button.tsx'
import { fieldLabels, missingWords } from '../../messages/import-texts.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { ScrollBox } from '../../ui/table/scroll-box.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import classes from './import.module.css'

const NOT_READ = ''

/** Shows what each column of the file was taken for, with some of its values, and lets it be changed. */
export function ColumnsTable({
  current,
  onChoose,
  isSaving,
}: {
  current: Import
  onChoose: (choice: SaveColumns) => void
  isSaving: boolean
}) {
  const { kind, columns, headHash, layout } = current
  const before = columns.map(({ field }) => fieldOf(kind, field))
  const [fields, setFields] = useState<readonly (ImportField | null)[]>(before)
  const isChanged = fields.some((field, i) => field !== before[i])
  const missing = layout === null ? requiredImportFields[kind].filter((field) => !fields.includes(field)) : []
  // A field belongs to one column: the one that had it before loses it.
  const choose = (index: number, field: ImportField | null) =>
    setFields(fields.map((each, i) => (i === index ? field : each === field ? null : each)))
  if (headHash === null) return null
  return (
    <div className={classes.part}>
      <SectionHeader
        title="Columns"
        note={
          missing.length > 0
            ? missingWords(missing)
            : 'Change what was taken wrongly. It is remembered for the next file.'
        }
        aside={
          <WriteButton
            size="xs"
            disabled={!isChanged || missing.length > 0}
            loading={isSaving}
            onClick={() => onChoose({ kind, headHash, fields: [...fields] })}
          >
            Read the file again
          </WriteButton>
        }
      />
      <ScrollBox label="Columns">
        <table className={classes.table}>
          <thead>
            <tr>
              <TableHead>Column</TableHead>
              <TableHead>Values</TableHead>
              <TableHead width="14rem">Read as</TableHead>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ header, isRead, field, values }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and their order is fixed.
              <tr key={index}>
                <td>{header || '–'}</td>
                <td>{values.join(', ') || '–'}</td>
                <td>
                  <NativeSelect
                    size="xs"
                    aria-label={`Read ${header || `column ${index + 1}`} as`}
                    value={fields[index] ?? NOT_READ}
                    onChange={({ currentTarget: { value } }) => choose(index, fieldOf(kind, value))}
                    data={[
                      {
                        value: NOT_READ,
                        label: isRead && field === null ? wideLabels[kind] : 'Not read',
                      },
                      ...importFields[kind].map((value) => ({ value, label: fieldLabels[value] })),
                    ]}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  )
}

function fieldOf(kind: ImportKind, name: string | null): ImportField | null {
  return importFields[kind].find((field) => field === name) ?? null
}

const wideLabels = { products: 'Stock of one location', sales: 'Units of one day' } as const
