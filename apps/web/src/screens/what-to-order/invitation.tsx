import { Button, Group } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/states.tsx'

/** Invites a merchant without suppliers to add the first. */
export function Invitation() {
  return (
    <EmptyState
      icon={IconTruck}
      title="Add your suppliers to turn forecasts into orders"
      hint="With their packs, prices and lead times, this page tells you what to order from whom. Nothing else changes."
      action={
        <Group gap={8} justify="center" mt={8}>
          <Button variant="filled" renderRoot={(props) => <Link to="/order/import" {...props} />}>
            Import suppliers
          </Button>
          <Button renderRoot={(props) => <Link to="/order/suppliers" {...props} />}>Add one by hand</Button>
        </Group>
      }
    />
  )
}
