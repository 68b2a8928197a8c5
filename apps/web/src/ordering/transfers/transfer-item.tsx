import { type Transfer, type TransferList, transfersApi } from '@stockcast/contract'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { formatCount, formatUnits } from '../../ui/format/numbers.ts'
import { DownloadButton } from '../download-button.tsx'
import classes from './transfers.module.css'
import { useCreateInStore, useTransferStatus } from './use-transfer-actions.ts'

const statusWords = {
  draft: 'Draft',
  sent: 'On its way',
  received: 'Received',
  cancelled: 'Cancelled',
} as const

/** Shows a transfer with its products, and what can be done next. */
export function TransferItem({ transfer, list }: { transfer: Transfer; list: TransferList }) {
  const { number, from, to, status, inStore, message, lines } = transfer
  return (
    <li className={classes.item} data-ended={status === 'received' || status === 'cancelled' || undefined}>
      <div className={classes.head}>
        <h3>
          {number}: {from.name} to {to.name}
        </h3>
        <p>
          {statusWords[status]}. {formatCount(transfer.units, 'unit')}
          {inStore === null ? '' : `, ${inStore} in ${list.storeName}`}.
        </p>
        {message && <p className={classes.message}>{message}</p>}
      </div>
      <ul className={classes.lines}>
        {lines.map(({ variantId, title, units, refusedBecause }) => (
          <li key={variantId}>
            {formatUnits(units)} {title}
            {refusedBecause !== null && (
              <span className={classes.message}>
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

function Actions({ transfer, list }: { transfer: Transfer; list: TransferList }) {
  const { number, status } = transfer
  const change = useTransferStatus(transfer)
  const inStore = useCreateInStore(transfer, list)
  if (status === 'received' || status === 'cancelled') return null
  const isDraft = status === 'draft'
  return (
    <div className={classes.actions}>
      {isDraft && list.access !== 'no_store' && (
        <WriteButton
          least={list.access === 'granted' ? 'buyer' : 'owner'}
          variant="filled"
          loading={inStore.isPending}
          onClick={() => (list.access === 'granted' ? inStore.mutate() : inStore.askPermission())}
        >
          {list.access === 'granted' ? `Create in ${list.storeName}` : `Allow transfers in ${list.storeName}`}
        </WriteButton>
      )}
      <DownloadButton
        endpoint={transfersApi.exportPickList}
        params={{ id: transfer.id }}
        fileName={`${number}.csv`}
      >
        Pick list
      </DownloadButton>
      <WriteButton
        loading={change.isPending && change.variables !== 'cancelled'}
        onClick={() => change.mutate(isDraft ? 'sent' : 'received')}
      >
        {isDraft ? 'Mark as sent' : 'Mark as received'}
      </WriteButton>
      <WriteButton
        variant="subtle"
        color="gray"
        loading={change.isPending && change.variables === 'cancelled'}
        onClick={() => change.mutate('cancelled')}
      >
        Cancel transfer
      </WriteButton>
    </div>
  )
}
