import type { ButtonProps } from '@mantine/core'
import { useReadOnly } from '../../session/use-read-only.ts'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'

/** Leads to the page that connects a store; no main button for whoever may not connect one. */
export function ConnectStore(props: ButtonProps) {
  const isReadOnly = useReadOnly('owner') !== null
  return (
    <ButtonLink size="xs" variant={isReadOnly ? 'default' : 'filled'} {...props} to="/connect-shopify">
      Connect Store
    </ButtonLink>
  )
}

/** Shows the button on a screen that is empty because no store is connected. */
export function ConnectStoreFirst() {
  return useSession().merchant.shopDomain === null && <ConnectStore />
}
