import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { billingQuery } from '../../api/queries.ts'
import classes from '../../ui/settings/settings.module.css'
import { SettingsRow } from '../../ui/settings/settings-row.tsx'
import { CancelDialog } from '../billing/cancel-dialog.tsx'
import { isCancellable } from '../billing/is-cancellable.ts'

/** Offers to cancel, here as well as under Billing (G-07). */
export function Subscription() {
  const { data } = useQuery(billingQuery())
  const [isCancelling, { open, close }] = useDisclosure()
  return (
    <SettingsRow title="Subscription" note="What you pay, and until when.">
      <div className={classes.split}>
        <p>
          Plan and payment method are under{' '}
          <Link to="/settings" search={{ tab: 'billing' }} className={classes.link}>
            Billing
          </Link>
          .
        </p>
        {data && isCancellable(data) && (
          <Button color="vermilion" variant="outline" onClick={open}>
            Cancel Subscription
          </Button>
        )}
      </div>
      {data && <CancelDialog billing={data} isOpen={isCancelling} onClose={close} />}
    </SettingsRow>
  )
}
