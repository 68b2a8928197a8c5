import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Account } from '@stockcast/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accountQuery, billingQuery, queryKeys } from '../../api/queries.ts'
import { useReload } from '../../api/use-mutation.ts'
import { useIsOwner, useSession } from '../../session/use-session.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import classes from '../../ui/settings/settings.module.css'
import { SettingsRow } from '../../ui/settings/settings-row.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { KeepAccountForm } from '../auth/keep-account-form.tsx'
import { CancelDialog } from '../billing/cancel-dialog.tsx'
import { isCancellable } from '../billing/plan-facts.ts'
import { TeamSection } from '../team/team-section.tsx'
import { ActivityList } from './activity-list.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DeviceList } from './device-list.tsx'
import { EmailForm } from './email-form.tsx'
import { ExportData } from './export-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { StoreCard } from './store-card.tsx'
import { TwoFactorDialog, type TwoFactorTask } from './two-factor-dialog.tsx'

/** Shows the store connection, how the merchant signs in, and the merchant's data (G-07). */
export function AccountTab() {
  const { merchant } = useSession()
  const isOwner = useIsOwner()
  return (
    <>
      {isOwner && (
        <SettingsRow title="Store connection" note="Where products, stock and sales come from.">
          <StoreCard />
        </SettingsRow>
      )}
      {isOwner && !merchant.isDemoUser && <Subscription />}
      {!merchant.isDemoUser && <TeamSection />}
      {merchant.isDemoUser ? <KeepAccount /> : <OwnAccount />}
      {isOwner && (
        <SettingsRow
          title="Your data"
          note="All your account data as CSV files in one ZIP. Passwords and store access are not included."
        >
          <ExportData />
        </SettingsRow>
      )}
      {!merchant.isDemoUser && (
        <SettingsRow title="Delete account" note="Deletes everything here, for good.">
          <DeleteAccount />
        </SettingsRow>
      )}
    </>
  )
}

function KeepAccount() {
  return (
    <SettingsRow
      title="Keep this account"
      note="It is gone when you sign out, unless you give it an email address and a password."
    >
      <KeepAccountForm label="Keep this account" />
    </SettingsRow>
  )
}

function OwnAccount() {
  const { user } = useSession()
  const account = useQuery(accountQuery())
  const { data } = account
  return (
    <>
      <SettingsRow
        title="Email"
        note={`You sign in as ${user.email}. Emails about your account go there too.`}
      >
        {data ? <EmailForm account={data} /> : <Pending account={account} />}
      </SettingsRow>
      <SettingsRow title="Password" note="You sign in with it and your email.">
        <PasswordForm email={user.email} />
      </SettingsRow>
      <SettingsRow
        title="Two-step sign-in"
        note="A code from an app on your phone, after the password. Optional."
      >
        {data ? <TwoFactor account={data} /> : <Pending account={account} />}
      </SettingsRow>
      <SettingsRow title="Devices" note="Where this account is signed in.">
        {data ? <DeviceList devices={data.devices} /> : <Pending account={account} />}
      </SettingsRow>
      <SettingsRow title="Recent activity" note="What was done with this account in the last year.">
        <ActivityList />
      </SettingsRow>
    </>
  )
}

function Pending({ account }: { account: UseQueryResult<Account> }) {
  const { error } = account
  if (error !== null) return <ErrorState {...getFailure('load_account', error)} retry={account} />
  return <Loading label="Loading account..." h={72} />
}

/** Offers to cancel, here as well as under Billing (G-07). */
function Subscription() {
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

/** Shows two-step sign-in, which is off until a first code was right. */
function TwoFactor({ account }: { account: Account }) {
  const [task, setTask] = useState<TwoFactorTask | null>(null)
  const reload = useReload(queryKeys.account)
  // New backup codes are shown at once, without waiting for the account to be read again.
  const done = () => void reload()
  const left = account.backupCodesLeft ?? 0
  return (
    <div className={classes.split}>
      <div className={classes.storeText}>
        <p>
          <b>{account.hasTwoFactor ? 'On' : 'Off'}</b>
        </p>
        <p>
          {account.hasTwoFactor
            ? `${formatCount(left, 'backup code')} left.`
            : 'Your password alone is enough to sign in.'}
        </p>
      </div>
      {account.hasTwoFactor ? (
        <Group gap={8}>
          <Button onClick={() => setTask('codes')}>New backup codes</Button>
          <Button onClick={() => setTask('end')}>Turn off</Button>
        </Group>
      ) : (
        <Button onClick={() => setTask('begin')}>Set up</Button>
      )}
      <TwoFactorDialog task={task} onClose={() => setTask(null)} onDone={done} />
    </div>
  )
}
