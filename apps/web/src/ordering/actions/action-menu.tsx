import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconTruckDelivery } from '@tabler/icons-react'
import { WriteItem, WriteReason } from '../../session/read-only/write-item.tsx'
import { actionTexts } from '../../ui/messages/action-texts.ts'
import type { ActionProduct } from './product.ts'
import { SnoozeItems } from './snooze-items.tsx'

interface ActionMenuProps {
  product: ActionProduct
  onOrder: (product: ActionProduct) => void
}

export function ActionMenu({ product, onOrder }: ActionMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal returnFocus>
      <Menu.Target>
        <ActionIcon variant="default" size="input-xs" aria-label={`Actions for ${product.title}`}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <WriteReason />
        <ActionItems product={product} onOrder={onOrder} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Shows the menu items for what a person can say about a product. */
export function ActionItems({
  product,
  onOrder,
}: {
  product: ActionProduct
  onOrder: (product: ActionProduct) => void
}) {
  return (
    <>
      <WriteItem
        leftSection={<IconTruckDelivery size={16} stroke={1.75} aria-hidden />}
        onClick={() => onOrder({ variantId: product.variantId, title: product.title })}
      >
        {actionTexts.ordered}
      </WriteItem>
      <SnoozeItems product={product} />
    </>
  )
}
