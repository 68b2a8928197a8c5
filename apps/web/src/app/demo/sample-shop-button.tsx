import type { ButtonProps } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { WriteButton } from '../read-only/write-button.tsx'
import { useSampleShop } from './use-sample-shop.ts'

/** Opens the sample shop in place of nothing or of other sample data. */
export default function SampleShopButton({
  size,
  withIcon,
}: Pick<ButtonProps, 'size'> & { withIcon?: boolean }) {
  const shop = useSampleShop()
  return (
    <WriteButton
      {...(size === undefined ? {} : { size })}
      {...(withIcon && { leftSection: <IconBuildingStore size={16} stroke={1.75} aria-hidden /> })}
      loading={shop.isPending}
      onClick={() => shop.mutate()}
    >
      Explore a sample shop
    </WriteButton>
  )
}
