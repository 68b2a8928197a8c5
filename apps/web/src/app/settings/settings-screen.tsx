import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useLocations } from '../../ordering/locations/use-location.ts'
import { useIsOwner } from '../../session/use-session.ts'
import { useChosenInSight } from '../../ui/browser/use-chosen-in-sight.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from '../../ui/settings/settings.module.css'
import { Loading } from '../../ui/states.tsx'

const GlobalTab = lazy(() =>
  import('../../planning/settings/global/global-tab.tsx').then((m) => ({ default: m.GlobalTab })),
)
const ProductsTab = lazy(() =>
  import('../../planning/settings/products/products-tab.tsx').then((m) => ({ default: m.ProductsTab })),
)
const LocationsTab = lazy(() =>
  import('../../planning/settings/locations/locations-tab.tsx').then((m) => ({ default: m.LocationsTab })),
)
const NotificationsTab = lazy(() =>
  import('../../alerts/notifications/notifications-tab.tsx').then((m) => ({ default: m.NotificationsTab })),
)
const BillingTab = lazy(() =>
  import('../../accounts/billing/billing-tab.tsx').then((m) => ({ default: m.BillingTab })),
)
const AccountTab = lazy(() =>
  import('../../accounts/account/account-tab.tsx').then((m) => ({ default: m.AccountTab })),
)

const tabs = [
  { value: 'global', label: 'Global Settings', Panel: GlobalTab },
  { value: 'products', label: 'Per-Product Settings', Panel: ProductsTab },
  { value: 'locations', label: 'Locations', Panel: LocationsTab },
  { value: 'notifications', label: 'Notifications', Panel: NotificationsTab },
  { value: 'billing', label: 'Billing', Panel: BillingTab },
  { value: 'account', label: 'Account', Panel: AccountTab },
] as const

/** Shows the tab of `?tab=`, Global Settings by default (G-01). */
export function SettingsScreen() {
  const search = useSearch({ from: '/signed-in/shell/settings' })
  const navigate = useNavigate()
  const isOwner = useIsOwner()
  const hasLocations = useLocations().length > 0
  const shown = tabs.filter(
    ({ value }) =>
      (isOwner || value !== 'billing') && (hasLocations || value !== 'locations' || search.tab === value),
  )
  const tab = shown.find(({ value }) => value === search.tab)?.value ?? tabs[0].value
  const list = useChosenInSight<HTMLDivElement>(`${tab} of ${shown.length}`)
  const choose = (value: string | null) =>
    void navigate({ to: '/settings', replace: true, search: { tab: value ?? undefined } })
  return (
    <>
      <title>Settings · Stockcast</title>
      <PageHeader title="Settings" />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List ref={list} className={classes.tabs}>
          {shown.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(({ value, Panel }) => (
          <Tabs.Panel key={value} value={value}>
            <Suspense fallback={<PendingTab />}>
              <Panel />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

function PendingTab() {
  return <Loading label="Loading settings..." h={168} />
}
