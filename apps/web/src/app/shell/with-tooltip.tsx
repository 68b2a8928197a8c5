import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

export function WithTooltip({
  label,
  isShown,
  children,
}: {
  label: string
  isShown: boolean
  children: ReactElement
}) {
  return (
    <Tooltip label={label} position="right" disabled={!isShown}>
      {children}
    </Tooltip>
  )
}
