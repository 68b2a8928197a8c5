import { PageHeader } from '../../theme/page-header.tsx'

export function AddPaymentScreen() {
  return <PageHeader title="Secure your 14-day trial" />
}
