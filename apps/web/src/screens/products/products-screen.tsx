import { PageHeader } from '../../theme/page-header.tsx'

export function ProductsScreen() {
  return (
    <>
      <title>Products · Stockcast</title>
      <PageHeader title="Products" />
    </>
  )
}
