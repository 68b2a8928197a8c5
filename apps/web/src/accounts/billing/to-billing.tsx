import type { ButtonProps } from '@mantine/core'
import { ButtonLink } from '../../ui/button-link.tsx'

/** Links every banner about the plan to Billing (D-02). */
export function ToBilling(props: ButtonProps) {
  return <ButtonLink size="xs" to="/settings" search={{ tab: 'billing' }} {...props} />
}
