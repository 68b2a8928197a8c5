import { Box, Button, FileButton, TextInput } from '@mantine/core'
import type { PurchaseOrder } from '@stockcast/contract'
import { useState } from 'react'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { Crumbs } from '../../../ui/crumbs.tsx'
import { formatCount, formatUnits } from '../../../ui/format/numbers.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { LeaveQuestion } from '../leave-question.tsx'
import { CodeField } from './code-field.tsx'
import { type Counts, counted, everything, getDelivery, lineOfCode, noCount } from './counts.ts'
import type { readDeliveryFile } from './delivery-file.ts'
import classes from './receive.module.css'
import { ReceiveLine } from './receive-line.tsx'
import { useReceive } from './use-receive.ts'

interface Said {
  text: string
  isFault: boolean
}

interface ReceivePanelProps {
  order: PurchaseOrder
  onClose: () => void
  /** Closes it although something was typed. */
  onSaved: () => void
}

/** Records a delivery: by line, all at once, by barcode, or from a file. Nothing is sent before Save. */
export function ReceivePanel({ order, onClose, onSaved }: ReceivePanelProps) {
  const [counts, setCounts] = useState<Counts>(new Map())
  const [receivedOn, setReceivedOn] = useState(order.today)
  const [said, setSaid] = useState<Said | null>(null)
  const [lastId, setLastId] = useState<number | null>(null)
  const receive = useReceive(order)
  const delivery = getDelivery(counts)
  const units = delivery.reduce((sum, { accepted, rejected = 0 }) => sum + accepted + rejected, 0)

  const save = () => receive.run({ receivedOn, lines: delivery })

  const takeCode = (code: string) => {
    const line = lineOfCode(order.lines, code)
    navigator.vibrate?.(line === undefined ? [60, 60, 60] : 40)
    setLastId(line?.id ?? null)
    if (line === undefined) {
      setSaid({ text: `No product of this order has the code ${code.trim()}.`, isFault: true })
      return
    }
    const accepted = (counts.get(line.id) ?? noCount).accepted + 1
    setCounts(counted(counts, line.id, { accepted }))
    setSaid({
      text: `${line.title}: ${formatUnits(accepted)} of ${formatUnits(line.remaining)}.`,
      isFault: false,
    })
  }
  const takeFile = async (file: File | null) => {
    if (file === null) return
    const read = await import('./delivery-file.ts')
      .then((reader) => reader.readDeliveryFile(file, order.lines))
      .catch(() => ({ refused: 'The file could not be opened.' }))
    if ('counts' in read) setCounts(read.counts)
    setSaid(fileWords(read))
  }

  return (
    <Box maw="52rem">
      <LeaveQuestion isDirty={units > 0} isSaving={receive.isPending} onSave={save} />
      <Crumbs onUp={onClose} up={order.number} here="Receive" />
      <PageHeader
        title={`Receive ${order.number}`}
        subtitle={`${order.supplierName ?? 'No supplier'}. ${formatUnits(order.remaining)} to come.`}
        actions={
          <>
            <Button onClick={() => setCounts(everything(order.lines))}>Everything arrived</Button>
            <FileButton onChange={(file) => void takeFile(file)} accept=".csv,.txt,.tsv,.xlsx,text/csv">
              {(props) => <Button {...props}>From a file</Button>}
            </FileButton>
          </>
        }
      />
      <CodeField onCode={takeCode} said={said} />
      <ul className={classes.lines} aria-label="Products">
        {order.lines.map((line) => (
          <ReceiveLine
            key={line.id}
            line={line}
            count={counts.get(line.id) ?? noCount}
            isLast={line.id === lastId}
            onChange={(change) => setCounts(counted(counts, line.id, change))}
          />
        ))}
      </ul>
      <section className={classes.dock} aria-label="This delivery">
        <TextInput
          type="date"
          label="Received on"
          min={order.orderedOn ?? undefined}
          max={order.today}
          value={receivedOn}
          onChange={(event) => setReceivedOn(event.currentTarget.value)}
        />
        <p aria-live="polite">{units === 0 ? 'Nothing counted yet.' : formatCount(units, 'unit')}</p>
        <Button className={classes.cancel ?? ''} onClick={onClose}>
          Cancel
        </Button>
        <WriteButton
          variant="filled"
          disabled={delivery.length === 0}
          loading={receive.isPending}
          onClick={() => void save().then((isSaved) => isSaved && onSaved())}
        >
          Save delivery
        </WriteButton>
      </section>
    </Box>
  )
}

const NAMED = 5

function fileWords(read: Awaited<ReturnType<typeof readDeliveryFile>>): Said {
  if ('refused' in read) return { text: `${read.refused} Nothing was read from it.`, isFault: true }
  const { counts, unknown, faulty, sheet } = read
  const parts = [
    `${formatCount(counts.size, 'product')} read from the file.`,
    ...(sheet === null ? [] : [sheet]),
    ...(unknown.length === 0 ? [] : [`Not in this order: ${named(unknown)}.`]),
    ...(faulty.length === 0
      ? []
      : [`Left out: ${named(faulty.map(({ line, reason }) => `line ${line} (${reason})`))}.`]),
  ]
  return { text: parts.join(' '), isFault: unknown.length + faulty.length > 0 }
}

function named(all: readonly string[]): string {
  const rest = all.length - NAMED
  return all.slice(0, NAMED).join(', ') + (rest > 0 ? `, and ${formatCount(rest, 'more', 'more')}` : '')
}
