import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface FormActionsProps {
  onCancel: () => void
  isBusy?: boolean
  isDisabled?: boolean
  /** The space above, where the form leaves none. */
  mt?: number
  /** What the button that submits says. */
  children: ReactNode
}

/** Ends the form of a dialog. */
export function FormActions({
  onCancel,
  isBusy = false,
  isDisabled = false,
  mt = 0,
  children,
}: FormActionsProps) {
  return (
    <Group className="formActions" justify="flex-end" gap={8} mt={mt}>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="filled" loading={isBusy} disabled={isDisabled}>
        {children}
      </Button>
    </Group>
  )
}

/** Props of a `NumberInput` for a whole number, whose form says what is wrong with it. */
export const wholeNumber = { allowDecimal: false, allowNegative: false, clampBehavior: 'none' } as const
