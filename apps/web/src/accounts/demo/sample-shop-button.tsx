import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useSampleShop } from './use-sample-shop.ts'

/** Opens the sample shop in place of nothing or of other sample data. */
export function SampleShopButton() {
  const shop = useSampleShop()
  return (
    <WriteButton least="owner" size="xs" loading={shop.isPending} onClick={() => shop.mutate()}>
      Explore a sample shop
    </WriteButton>
  )
}
