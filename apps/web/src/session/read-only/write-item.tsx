import { Menu, type MenuItemProps, VisuallyHidden } from '@mantine/core'
import type { Role } from '@stockcast/contract'
import { useId } from 'react'
import { useReadOnly } from '../use-read-only.ts'

interface WriteItemProps extends MenuItemProps {
  onClick: () => void
  /** The lowest role that may use the item; a buyer by default. */
  least?: Role
}

/**
 * Shows a menu item that changes something. Like `WriteButton`, without a plan it does nothing and says
 * why.
 */
export function WriteItem({ least, onClick, children, ...props }: WriteItemProps) {
  const reason = useReadOnly(least)
  const reasonId = useId()
  if (reason === null) {
    return (
      <Menu.Item {...props} onClick={onClick}>
        {children}
      </Menu.Item>
    )
  }
  return (
    <Menu.Item
      {...props}
      style={{ color: 'var(--stk-ink-3)', cursor: 'not-allowed' }}
      closeMenuOnClick={false}
      aria-disabled
      aria-describedby={reasonId}
    >
      {children}
      <VisuallyHidden id={reasonId} aria-hidden="true">
        {reason}
      </VisuallyHidden>
    </Menu.Item>
  )
}

/** Shows why the menu items are off; each of them also says it to screen readers. */
export function WriteReason({ least }: Pick<WriteItemProps, 'least'>) {
  const reason = useReadOnly(least)
  return (
    reason !== null && (
      <Menu.Label maw={260} aria-hidden="true">
        {reason}
      </Menu.Label>
    )
  )
}
