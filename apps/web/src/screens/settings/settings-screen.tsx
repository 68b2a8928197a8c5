import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../theme/page-header.tsx'
import { AccountTab } from './account-tab.tsx'
import { GlobalTab } from './global-tab.tsx'
import classes from './settings.module.css'

const tabs = [
  { value: 'global', label: 'Global Settings', Panel: GlobalTab },
  { value: 'account', label: 'Account', Panel: AccountTab },
] as const

/** G-01: `?tab=` chooses, Global Settings by default. */
export function SettingsScreen() {
  const search = useSearch({ from: '/signed-in/shell/settings' })
  const navigate = useNavigate()
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? tabs[0].value
  const choose = (value: string | null) =>
    void navigate({ to: '/settings', replace: true, search: { tab: value ?? undefined } })
  return (
    <>
      <title>Settings · Stockcast</title>
      <PageHeader title="Settings" />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, Panel }) => (
          <Tabs.Panel key={value} value={value}>
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
