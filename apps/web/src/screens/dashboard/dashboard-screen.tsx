import { PageHeader } from '../../theme/page-header.tsx'

export function DashboardScreen() {
  return (
    <>
      <title>Inventory Dashboard · Stockcast</title>
      <PageHeader title="Inventory Dashboard" />
    </>
  )
}
