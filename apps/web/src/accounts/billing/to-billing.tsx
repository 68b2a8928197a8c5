import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** Links every banner about the plan to Billing (D-02). */
export function ToBilling({ children }: { children: string }) {
  return (
    <Button size="xs" renderRoot={(props) => <Link to="/settings" search={{ tab: 'billing' }} {...props} />}>
      {children}
    </Button>
  )
}
