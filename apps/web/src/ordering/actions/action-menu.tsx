import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { WriteReason } from '../../session/read-only/write-item.tsx'
import { ActionItems } from './action-items.tsx'
import type { ActionProduct } from './product.ts'

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
