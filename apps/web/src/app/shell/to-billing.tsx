import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** D-02: where every banner about the plan leads. */
export function ToBilling({ children }: { children: string }) {
  return (
    <Button size="xs" renderRoot={(props) => <Link to="/settings" search={{ tab: 'billing' }} {...props} />}>
      {children}
    </Button>
  )
}
