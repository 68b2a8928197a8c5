import { Modal } from '@mantine/core'
import { keepFocus } from '../../ui/browser/keep-focus.ts'
import { actionTexts } from '../../ui/messages/action-texts.ts'
import { OrderForm } from './order-form.tsx'
import type { ActionProduct } from './product.ts'

/** Asks how many units were ordered and when they are expected; null while closed. */
export function OrderDialog({ product, onClose }: { product: ActionProduct | null; onClose: () => void }) {
  return (
    <Modal
      opened={product !== null}
      onClose={onClose}
      onExitTransitionEnd={keepFocus}
      title={actionTexts.orderTitle}
    >
      {product && <OrderForm product={product} onClose={onClose} />}
    </Modal>
  )
}
