import { PageHeader } from '../../theme/page-header.tsx'

export function SettingsScreen() {
  return <PageHeader title="Settings" />
}
