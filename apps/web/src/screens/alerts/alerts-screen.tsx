import { PageHeader } from '../../theme/page-header.tsx'

export function AlertsScreen() {
  return (
    <>
      <title>Alert History · Stockcast</title>
      <PageHeader title="Alert History" />
    </>
  )
}
