import { PageHeader } from '../../theme/page-header.tsx'

export function FirstSyncScreen() {
  return <PageHeader title="Reading your store" />
}
