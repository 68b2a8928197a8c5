import { Box, Button } from '@mantine/core'
import { type SaveColumns, SUPPLIER_PREVIEW_LINES, type SupplierImport } from '@stockcast/contract'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { ColumnsTable } from '../../store/files/columns-table.tsx'
import { readingWords } from '../../store/files/field-words.ts'
import { mendCsv } from '../../store/files/mend-file.ts'
import { saveText } from '../../ui/browser/save-file.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { applyWords, countWords, fieldWords, LEFT_OUT_HINT, stateLabels } from './import-words.ts'
import classes from './supplier-import.module.css'

interface ImportPreviewProps {
  fileName: string
  preview: SupplierImport
  isApplying: boolean
  error: Error | null
  onApply: () => void
  onChoose: (choice: SaveColumns) => void
  isChoosing: boolean
  onStartOver: () => void
  /** Goes on to a file with what the suppliers sell. */
  onItems: () => void
}

/** Shows what the file would change, line by line, and applies it. */
export function ImportPreview(props: ImportPreviewProps) {
  const { fileName, preview, isApplying, error, onApply, onChoose, isChoosing, onStartOver, onItems } = props
  const { counts } = preview
  const changes = counts.added + counts.changed
  const leftOut = counts.unmatched + counts.faulty
  // Without products of suppliers, nothing can be ordered from them.
  const isBeforeItems = preview.kind === 'suppliers'
  if (preview.isWaiting) {
    return (
      <EmptyState
        icon={IconClock}
        title="Waiting for a calculation"
        hint="Your products are being calculated. The file is imported when that has ended, usually within a minute. You may leave this page."
        action={<Button onClick={onStartOver}>Import another file</Button>}
      />
    )
  }
  if (preview.isApplied) {
    return (
      <>
        <EmptyState
          icon={IconCircleCheck}
          title="Imported"
          hint={countWords(preview)}
          action={
            <div className={classes.actions}>
              {isBeforeItems && (
                <Button variant="filled" onClick={onItems}>
                  Import their products
                </Button>
              )}
              <ButtonLink variant={isBeforeItems ? 'default' : 'filled'} to="/order">
                See what to order
              </ButtonLink>
              <Button onClick={onStartOver}>Import another file</Button>
            </div>
          }
        />
        {leftOut > 0 && <p className={classes.leftOut}>{LEFT_OUT_HINT}</p>}
        {leftOut > 0 && <MendButton leftOut={preview.leftOut} />}
        {leftOut > 0 && <Lines preview={preview} />}
      </>
    )
  }
  const isAsking = preview.missing.length > 0
  const readAs = readingWords(preview)
  const reading = readAs !== null && <p className={classes.note}>{readAs}</p>
  const columns = (
    <ColumnsTable
      key={preview.columns.map(({ field }) => field).join()}
      kind={preview.kind}
      headHash={preview.headHash}
      columns={preview.columns}
      isAsking
      onChoose={onChoose}
      isSaving={isChoosing}
    />
  )
  if (isAsking) {
    return (
      <>
        <SectionHeader
          title={fileName}
          note="Some columns are not known yet. Nothing is read before they are."
        />
        {reading}
        {error !== null && <ErrorState {...getOrderingFailure('import_suppliers', error)} />}
        {columns}
        <div className={classes.actions}>
          <Button onClick={onStartOver}>Choose another file</Button>
        </div>
      </>
    )
  }
  return (
    <>
      <SectionHeader title={fileName} />
      {reading}
      <Box component="p" fw={500}>
        {countWords(preview)}
      </Box>
      {leftOut > 0 && <p className={classes.note}>{LEFT_OUT_HINT}</p>}
      {error !== null && <ErrorState {...getOrderingFailure('import_suppliers', error)} />}
      <div className={classes.actions}>
        <WriteButton variant="filled" disabled={changes === 0} loading={isApplying} onClick={onApply}>
          {applyWords(preview)}
        </WriteButton>
        {leftOut > 0 && <MendButton leftOut={preview.leftOut} />}
        <Button variant={changes === 0 ? 'filled' : 'default'} onClick={onStartOver}>
          Choose another file
        </Button>
      </div>
      <Lines preview={preview} />
      {columns}
    </>
  )
}

function MendButton({ leftOut }: Pick<SupplierImport, 'leftOut'>) {
  return (
    <Button onClick={() => saveText(mendCsv(leftOut), 'rows-to-mend.csv')}>
      {`Download ${formatCount(leftOut.rows.length, 'line')} to correct`}
    </Button>
  )
}

const getColumns = (kind: SupplierImport['kind']): (Column<SupplierImport['lines'][number]> | false)[] => [
  { head: 'Line', label: 'Line', align: 'right', width: '3.5rem', cell: ({ line }) => formatUnits(line) },
  {
    head: 'State',
    label: null,
    width: '6rem',
    cell: ({ state }) => (
      <span className={classes.state} data-state={state}>
        {stateLabels[state]}
      </span>
    ),
  },
  { head: 'Supplier', label: null, width: '12rem', cell: ({ supplier }) => supplier ?? '–' },
  kind !== 'suppliers' && {
    head: 'SKU',
    label: null,
    width: '10rem',
    cell: ({ sku }) => sku,
    note: ({ matchedBy }) => matchedBy === 'barcode' && 'found by barcode',
  },
  {
    head: 'What changes',
    narrow: 'wide',
    cell: ({ reason, changes, state }) => reason ?? <Changes changes={changes} isNew={state === 'added'} />,
  },
]

function Lines({ preview: { kind, lines, counts } }: { preview: SupplierImport }) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <DataTable
        label="Lines of the file"
        columns={getColumns(kind)}
        rows={lines}
        getKey={({ line }) => line}
      />
      {lines.length < total && (
        <Box component="p" mt={12} className="muted">
          {`Shows ${formatUnits(lines.length)} of ${formatUnits(total)} lines: at most ${formatUnits(SUPPLIER_PREVIEW_LINES)} of each state.`}
        </Box>
      )}
    </>
  )
}

function Changes({
  changes,
  isNew,
}: {
  changes: SupplierImport['lines'][number]['changes']
  isNew: boolean
}) {
  return (
    <span className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <span key={field}>
          {fieldWords(field)}: {!isNew && before !== null && <s>{before}</s>} <b>{after ?? 'none'}</b>
        </span>
      ))}
    </span>
  )
}
