import { PageHeader } from '../../theme/page-header.tsx'

export function ResetScreen() {
  return <PageHeader title="Reset your password" />
}
