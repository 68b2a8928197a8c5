import { modals } from '@mantine/modals'
import { keepFocus } from './keep-focus.ts'
import { OrderForm } from './order-form.tsx'
import type { ActProduct } from './product.ts'

/** Asks how many units were ordered and when they are expected. Stays open while the list behind it changes. */
export function openOrderDialog(product: ActProduct): void {
  const modalId = `order ${product.variantId}`
  modals.open({
    modalId,
    title: `Already ordered: ${product.title}`,
    onExitTransitionEnd: keepFocus,
    children: <OrderForm product={product} onClose={() => modals.close(modalId)} />,
  })
}
