import { Title } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { KeepAccountForm } from '../../accounts/auth/keep-account-form.tsx'
import { useLoadDemo } from '../../accounts/demo/use-load-demo.ts'
import { useSampleShop } from '../../accounts/demo/use-sample-shop.ts'
import { useReadOnly } from '../../session/use-read-only.ts'
import { useSession } from '../../session/use-session.ts'
import { storeToReconnect } from '../../ui/messages/connection-words.ts'
import { ConnectStoreForm } from './connect-store-form.tsx'
import onboarding from './onboarding.module.css'
import { OnboardingLayout } from './onboarding-layout.tsx'
import classes from './reassurance.module.css'

/** Asks to connect a store, or to connect it again (S-01). */
export function ConnectStoreScreen() {
  const session = useSession()
  const { connection, merchant } = session
  const isReconnect = storeToReconnect(session) !== ''
  if (merchant.isDemoUser) return <KeepAccountFirst />
  return (
    <OnboardingLayout
      step={connection === null ? 'Store' : undefined}
      title={`${isReconnect ? 'Reconnect' : connection === null ? 'Connect' : 'Change'} your Shopify store`}
      intro={
        isReconnect
          ? 'You approve on Shopify once more. With the same store nothing is lost; a different store replaces it.'
          : connection === null
            ? 'You approve on Shopify, then come back here. The first list is ready in a few minutes.'
            : `${merchant.shopDomain} is connected. A different store replaces it.`
      }
      aside={<WhatWeRead />}
    >
      <ConnectStoreForm />
      <OtherWays />
    </OnboardingLayout>
  )
}

/** Asks a demo user to keep the account first: a store needs a permanent one. */
function KeepAccountFirst() {
  return (
    <OnboardingLayout
      step="Account"
      title="First, keep this account"
      intro="A real store needs an account that you can come back to. Then connect your store."
      aside={<WhatWeRead />}
    >
      <KeepAccountForm label="Keep and continue" />
    </OnboardingLayout>
  )
}

const eye = <IconEye size={16} stroke={1.5} aria-hidden />
const closedEye = <IconEyeOff size={16} stroke={1.5} aria-hidden />

function WhatWeRead() {
  return (
    <>
      <Title order={2}>What we read</Title>
      <ul className={classes.what}>
        <Entry icon={eye} name="Products and variants" detail="titles, SKUs, suppliers" />
        <Entry icon={eye} name="Stock levels" detail="per location, with incoming stock" />
        <Entry icon={eye} name="Orders" detail="quantities and dates, as far back as Shopify allows" />
      </ul>
      <Title order={2}>What we never touch</Title>
      <ul className={classes.what}>
        <Entry icon={closedEye} name="Your buyers" detail="no names, addresses or emails are stored" />
        <Entry icon={closedEye} name="Your store" detail="we change nothing without a click from you" />
      </ul>
    </>
  )
}

function Entry({ icon, name, detail }: { icon: ReactNode; name: string; detail: string }) {
  return (
    <li>
      {icon}
      <div>
        <b>{name}</b>
        <span>{detail}</span>
      </div>
    </li>
  )
}

/** Offers ways to begin without Shopify: files, or the sample store; to whoever has a store, the way back. */
function OtherWays() {
  const { merchant, connection } = useSession()
  const isReadOnly = useReadOnly('owner') !== null
  const navigate = useNavigate()
  const demo = useLoadDemo(() => void navigate({ to: '/dashboard' }))
  const shop = useSampleShop()
  if (connection !== null)
    return (
      <Link to="/settings" search={{ tab: 'account' }} className={onboarding.alternative}>
        Back to Settings
      </Link>
    )
  return (
    <>
      <p className={onboarding.otherWay}>
        No Shopify? <Link to="/import">Import a file</Link>
      </p>
      {merchant.shopDomain === null && !isReadOnly && (
        <p className={onboarding.otherWay}>
          <button
            type="button"
            className={onboarding.tryShop}
            disabled={demo.isPending}
            onClick={() => demo.mutate()}
          >
            {demo.isPending ? 'Loading Demo Data …' : 'Load Demo Data'}
          </button>{' '}
          (3 products) or{' '}
          <button
            type="button"
            className={onboarding.tryShop}
            disabled={shop.isPending}
            onClick={() => shop.mutate()}
          >
            {shop.isPending ? 'Opening the sample shop …' : 'Explore a sample shop'}
          </button>{' '}
          (60 products)
        </p>
      )}
    </>
  )
}
