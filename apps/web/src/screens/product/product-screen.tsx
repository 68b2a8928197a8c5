import { PageHeader } from '../../theme/page-header.tsx'

export function ProductScreen() {
  return (
    <>
      <title>Product · Stockcast</title>
      <PageHeader title="Product" />
    </>
  )
}
