import { NativeSelect } from '@mantine/core'
import { useSession } from '../../session/use-session.ts'
import { useOpenShop } from './use-open-shop.ts'

/** Lets a person with more than one shop open another. */
export default function ShopSwitcher() {
  const { merchant, user } = useSession()
  const open = useOpenShop()
  return (
    <NativeSelect
      mt={10}
      size="xs"
      aria-label="Open another shop"
      value={String(merchant.id)}
      disabled={open.isPending}
      onChange={(event) => open.mutate(Number(event.currentTarget.value))}
      data={user.shops.map(({ merchantId, name, role }) => ({
        value: String(merchantId),
        label: role === 'owner' ? name : `${name} (${role})`,
      }))}
    />
  )
}
