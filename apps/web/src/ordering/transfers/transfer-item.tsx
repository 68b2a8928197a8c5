import { Group } from '@mantine/core'
import { type Transfer, type TransferList, type TransferStep, transfersApi } from '@stockcast/contract'
import { useState } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { DownloadButton } from '../download-button.tsx'
import { StepDialog } from './step-dialog.tsx'
import classes from './transfers.module.css'
import { useCreateInStore, useTransferStep } from './use-transfer-actions.ts'

const statusWords = {
  draft: 'Draft',
  sent: 'On its way',
  partly_received: 'Partly received',
  received: 'Received',
  cancelled: 'Cancelled',
} as const

/** Shows a transfer with its products, and what can be done next. */
export function TransferItem({ transfer, list }: { transfer: Transfer; list: TransferList }) {
  const { number, from, to, status, inStore, message, lines } = transfer
  return (
    <li className={classes.item} data-ended={status === 'received' || status === 'cancelled' || undefined}>
      <div>
        <h3>
          {number}: {from.name} to {to.name}
        </h3>
        <p className="muted">
          {statusWords[status]}. {formatCount(transfer.units, 'unit')}
          {inStore === null ? '' : `, ${inStore} in ${list.storeName}`}.{datesWords(transfer)}
        </p>
        {message && <p className="fault">{message}</p>}
      </div>
      <ul className="muted">
        {lines.map(({ refusedBecause, ...line }) => (
          <li key={line.variantId}>
            {formatUnits(line.units)} {line.title}
            {countWords(line, list)}
            {refusedBecause !== null && (
              <span className="fault">
                {' '}
                left out by {list.storeName}: {refusedBecause}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Actions transfer={transfer} list={list} />
    </li>
  )
}

function datesWords({ status, sentOn, receivedOn }: Transfer): string {
  const shipped = sentOn === null ? '' : ` Shipped ${formatDay(sentOn)}.`
  return receivedOn === null
    ? shipped
    : `${shipped} ${status === 'received' ? 'Received' : 'Last received'} ${formatDay(receivedOn)}.`
}

type Line = Omit<Transfer['lines'][number], 'refusedBecause'>

/** Says what of a line differs from the plan, and what the store's stock does not show yet. */
function countWords(
  { units, shippedUnits, receivedUnits, notInStore }: Line,
  { storeName }: TransferList,
): string {
  if (shippedUnits === 0) return ''
  const counts = [
    ...(shippedUnits < units ? [`${formatUnits(shippedUnits)} shipped`] : []),
    ...(receivedUnits > 0 && receivedUnits < shippedUnits ? [`${formatUnits(receivedUnits)} received`] : []),
    ...(receivedUnits > 0 && notInStore > 0
      ? [`${formatUnits(Math.min(receivedUnits, notInStore))} not in ${storeName} yet`]
      : []),
  ]
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`
}

const undoLabels: Record<TransferStep, string> = {
  ship: 'Undo shipping',
  receive: 'Undo receiving',
  cancel: 'Undo cancelling',
}

function Actions({ transfer, list }: { transfer: Transfer; list: TransferList }) {
  const { number, status, lastStep } = transfer
  const [counted, setCounted] = useState<'ship' | 'receive' | null>(null)
  const change = useTransferStep(transfer)
  const inStore = useCreateInStore(transfer, list)
  const isDraft = status === 'draft'
  const isEnded = status === 'received' || status === 'cancelled'
  if (isEnded && lastStep === null) return null
  const isPending = (step: string) => change.isPending && change.variables?.step === step
  return (
    <Group gap={8}>
      {isDraft && list.access !== 'no_store' && (
        <WriteButton
          least={list.access === 'granted' ? 'buyer' : 'owner'}
          loading={inStore.isPending}
          onClick={() => (list.access === 'granted' ? inStore.mutate() : inStore.askPermission())}
        >
          {list.access === 'granted' ? `Create in ${list.storeName}` : `Allow transfers in ${list.storeName}`}
        </WriteButton>
      )}
      {!isEnded && (
        <>
          <DownloadButton
            endpoint={transfersApi.exportPickList}
            params={{ id: transfer.id }}
            fileName={`${number}.csv`}
          >
            Pick list
          </DownloadButton>
          <WriteButton onClick={() => setCounted(isDraft ? 'ship' : 'receive')}>
            {isDraft ? 'Mark as shipped' : 'Mark as received'}
          </WriteButton>
        </>
      )}
      {lastStep !== null && (
        <WriteButton loading={isPending('undo')} onClick={() => change.mutate({ step: 'undo' })}>
          {undoLabels[lastStep]}
        </WriteButton>
      )}
      {(isDraft || status === 'sent') && (
        <WriteButton
          variant="subtle"
          color="gray"
          loading={isPending('cancel')}
          onClick={() => change.mutate({ step: 'cancel' })}
        >
          Cancel transfer
        </WriteButton>
      )}
      {counted !== null && <StepDialog transfer={transfer} step={counted} onClose={() => setCounted(null)} />}
    </Group>
  )
}
