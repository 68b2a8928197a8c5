import { PageHeader } from '../../theme/page-header.tsx'

export function ConnectStoreScreen() {
  return <PageHeader title="Connect your Shopify store" />
}
