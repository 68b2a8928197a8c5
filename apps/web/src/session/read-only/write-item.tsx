import { Menu, type MenuItemProps, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { useReadOnly } from '../use-read-only.ts'
import classes from './write-item.module.css'

/**
 * Shows a menu item that changes something. Like `WriteButton`, without a plan it does nothing and says
 * why.
 */
export function WriteItem({ onClick, children, ...props }: MenuItemProps & { onClick: () => void }) {
  const reason = useReadOnly()
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
      className={classes.off ?? ''}
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
export function WriteReason() {
  const reason = useReadOnly()
  return (
    reason !== null && (
      <Menu.Label maw={260} aria-hidden="true">
        {reason}
      </Menu.Label>
    )
  )
}
