import { PageHeader } from '../../theme/page-header.tsx'

export function CallbackScreen() {
  return <PageHeader title="Connecting your store" />
}
