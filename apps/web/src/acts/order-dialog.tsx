import { Modal } from '@mantine/core'
import { actTexts } from '../messages/act-texts.ts'
import { keepFocus } from './keep-focus.ts'
import { OrderForm } from './order-form.tsx'
import type { ActProduct } from './product.ts'

/** Asks how many units were ordered and when they are expected; null while closed. */
export function OrderDialog({ product, onClose }: { product: ActProduct | null; onClose: () => void }) {
  return (
    <Modal
      opened={product !== null}
      onClose={onClose}
      onExitTransitionEnd={keepFocus}
      title={actTexts.orderTitle}
    >
      {product && <OrderForm product={product} onClose={onClose} />}
    </Modal>
  )
}
