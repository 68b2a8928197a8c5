import { PageHeader } from '../../theme/page-header.tsx'

export function LandingScreen() {
  return <PageHeader title="Stockcast" />
}
