import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ordersApi, type PurchaseOrder } from '@stockcast/contract'
import {
  IconArrowBackUp,
  IconDots,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconPackageImport,
  IconSend,
  IconSquareCheck,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { call, download as fetchFile } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { WriteItem } from '../../session/read-only/write-item.tsx'
import { saveFile } from '../../ui/browser/save-file.ts'
import { Crumbs } from '../../ui/crumbs.tsx'
import { notifyFailure } from '../../ui/messages/notify.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { OrderStatus } from '../order-status.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { MarkOrderedDialog } from './dialogs/mark-ordered-dialog.tsx'
import { SendDialog } from './dialogs/send-dialog.tsx'
import type { LineEdits } from './lines/use-line-edits.ts'
import { headWords } from './order-page-words.ts'
import { useDeleteDraft } from './use-delete-draft.ts'
import { useOrderAction } from './use-order-action.ts'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

interface OrderHeadProps {
  order: PurchaseOrder
  edits: LineEdits
  onReceive: () => void
}

/** Shows what the order is, and what can be done with it. Unsaved products are saved before anything else is done. */
export function OrderHead({ order, edits, onReceive }: OrderHeadProps) {
  const { can } = order
  const isEditing = edits.drafts !== null
  const saved = (then: () => void) => () => void edits.save().then((isSaved) => isSaved && then())
  const [isSending, sending] = useDisclosure()
  const [isOrdering, ordering] = useDisclosure()
  return (
    <>
      <Crumbs to="/order/orders" up="Orders" here={order.number} />
      <PageHeader
        title={order.supplierName === null ? order.number : `${order.number}, ${order.supplierName}`}
        mark={<OrderStatus status={order.status} isLate={order.isLate} />}
        subtitle={headWords(order)}
        actions={
          <>
            {can.receive && (
              <WriteButton
                variant={order.remaining > 0 && !isEditing ? 'filled' : 'default'}
                leftSection={<IconPackageImport {...icon} />}
                onClick={saved(onReceive)}
              >
                {order.remaining > 0 ? 'Receive' : 'Receive more'}
              </WriteButton>
            )}
            {can.send && (
              <WriteButton
                variant={can.receive || isEditing ? 'default' : 'filled'}
                leftSection={<IconSend {...icon} />}
                onClick={saved(sending.open)}
              >
                {order.mails.length > 0 ? 'Send again' : 'Send to supplier'}
              </WriteButton>
            )}
            {can.order && <WriteButton onClick={saved(ordering.open)}>Mark as ordered</WriteButton>}
            <OrderMenu order={order} saved={saved} />
          </>
        }
      />
      <SendDialog order={order} isOpen={isSending} onClose={sending.close} />
      <MarkOrderedDialog order={order} isOpen={isOrdering} onClose={ordering.close} />
    </>
  )
}

interface OrderMenuProps {
  order: PurchaseOrder
  saved: (then: () => void) => () => void
}

function OrderMenu({ order, saved }: OrderMenuProps) {
  const { can, id, version } = order
  const key = { params: { id }, body: { version } }
  const { mutate } = useOrderAction(order)
  const download = useDownloadOrder(order)
  const remove = useDeleteDraft(order)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button px={9} aria-label="More about this order">
          <IconDots {...icon} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypePdf {...icon} />} onClick={saved(() => download('pdf'))}>
          Download PDF
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv {...icon} />} onClick={saved(() => download('csv'))}>
          Download CSV
        </Menu.Item>
        {(can.close || can.cancel || can.reopen || can.delete) && <Menu.Divider />}
        {can.close && (
          <WriteItem
            leftSection={<IconSquareCheck {...icon} />}
            onClick={saved(() => mutate({ send: () => call(ordersApi.close, key), done: 'Order closed' }))}
          >
            Close: nothing more will arrive
          </WriteItem>
        )}
        {can.cancel && (
          <WriteItem
            leftSection={<IconX {...icon} />}
            onClick={saved(() =>
              mutate({ send: () => call(ordersApi.cancel, key), done: 'Order cancelled' }),
            )}
          >
            Cancel the order
          </WriteItem>
        )}
        {can.reopen && (
          <WriteItem
            leftSection={<IconArrowBackUp {...icon} />}
            onClick={saved(() => mutate({ send: () => call(ordersApi.reopen, key), done: 'Order reopened' }))}
          >
            Reopen
          </WriteItem>
        )}
        {can.delete && (
          <WriteItem leftSection={<IconTrash {...icon} />} onClick={saved(() => remove.mutate())}>
            Delete draft
          </WriteItem>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Downloads the order as a file for its supplier. */
function useDownloadOrder({ id, number }: Pick<PurchaseOrder, 'id' | 'number'>) {
  return useMutation({
    mutationFn: (ending: 'pdf' | 'csv') =>
      fetchFile(ending === 'pdf' ? ordersApi.exportPdf : ordersApi.exportCsv, { params: { id } }),
    onSuccess: (file, ending) => saveFile(file, `${number}.${ending}`),
    onError: (error) => notifyFailure(getOrderingFailure('download_file', error)),
  }).mutate
}
