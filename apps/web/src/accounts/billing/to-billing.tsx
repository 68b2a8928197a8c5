import { ButtonLink } from '../../ui/button-link.tsx'

/** Links every banner about the plan to Billing (D-02). */
export function ToBilling({ children }: { children: string }) {
  return (
    <ButtonLink size="xs" to="/settings" search={{ tab: 'billing' }}>
      {children}
    </ButtonLink>
  )
}
