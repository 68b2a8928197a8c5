import { Button, Progress } from '@mantine/core'
import type { Import, SaveColumns } from '@stockcast/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatShare } from '../../ui/format/numbers.ts'
import { importWords, layoutWords, totalsWords, workWords } from '../../ui/messages/import-texts.ts'
import { sharedTexts } from '../../ui/messages/shared-texts.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ColumnsTable } from '../files/columns-table.tsx'
import { readingWords } from '../files/field-words.ts'
import classes from './import.module.css'
import { FaultsTable, PreviewTable } from './import-tables.tsx'

interface ResultProps {
  current: Import
  onApply: () => void
  isApplying: boolean
  onStartOver: () => void
  onChoose: (choice: SaveColumns) => void
  isChoosing: boolean
}

/** Shows the state of the import, and what can be done next. */
export function ImportResult(props: ResultProps) {
  const { current, onApply, isApplying, onStartOver, onChoose, isChoosing } = props
  const { status, fileName } = current
  if (status in workWords) return <AtWork current={current} />
  if (status === 'applied') return <Done onStartOver={onStartOver} />
  if (status === 'failed') {
    return (
      <>
        <ErrorState title={`${fileName || 'The file'} was not imported`} message={current.message ?? ''} />
        <Button variant="filled" onClick={onStartOver}>
          Choose another file
        </Button>
      </>
    )
  }
  const isFaulty = status === 'faulty'
  const isUnknown = current.layout === null
  const { headHash, encoding } = current
  const reading = readingWords({ encoding, sheet: current.preview.sheet })
  const columns = headHash !== null && (
    <ColumnsTable
      key={current.id}
      kind={current.kind}
      headHash={headHash}
      columns={current.columns}
      isAsking={isUnknown}
      onChoose={onChoose}
      isSaving={isChoosing}
    />
  )
  return (
    <>
      <SectionHeader title={fileName || 'Your file'} note={layoutWords(current.layout)} />
      {reading !== null && <p className={classes.note}>{reading}</p>}
      {!isFaulty && (
        <ul className={classes.totals}>
          {totalsWords(current).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {isUnknown && columns}
      <div className={classes.actions}>
        {!isFaulty && (
          <WriteButton variant="filled" onClick={onApply} loading={isApplying}>
            {importWords(current)}
          </WriteButton>
        )}
        <Button variant={isFaulty && !(isUnknown && columns) ? 'filled' : 'default'} onClick={onStartOver}>
          Choose another file
        </Button>
      </div>
      {current.faultsTotal > 0 && !(isUnknown && columns) && <FaultsTable current={current} />}
      {!isUnknown && columns}
      {current.preview.rows.length > 0 && <PreviewTable current={current} />}
    </>
  )
}

function AtWork({ current }: { current: Import }) {
  const { status, bytes, bytesRead, fileName } = current
  const share = status === 'checking' ? bytesRead / bytes : status === 'applying' ? 1 : 0
  const words = workWords[status] ?? ''
  return (
    <div className={classes.work}>
      <p role="status">
        <b>{words}</b> {fileName}
      </p>
      <Progress value={share * 100} animated={status !== 'checking'} aria-label={words} />
      <p className={classes.note}>
        {status === 'checking' ? `${formatShare(share)} read.` : sharedTexts.importGoesOn}
      </p>
    </div>
  )
}

function Done({ onStartOver }: { onStartOver: () => void }) {
  return (
    <EmptyState
      icon={IconCircleCheck}
      title="Imported"
      hint="Forecasts are being calculated."
      action={
        <div className={classes.actions}>
          <ButtonLink variant="filled" to="/products">
            See the products
          </ButtonLink>
          <Button onClick={onStartOver}>Import another file</Button>
        </div>
      }
    />
  )
}
