import { Group } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SampleShopButton } from '../../accounts/demo/sample-shop-button.tsx'
import { useSession } from '../../session/use-session.ts'
import { ConnectStore } from '../../store/connection/connect-store.tsx'
import { NoMatch } from '../../ui/filter-bar.tsx'
import { productTexts } from '../../ui/messages/product-texts.ts'
import { EmptyState } from '../../ui/states.tsx'

interface NoProductsProps {
  search: string
  hasStatus: boolean
  hasClasses: boolean
  onClear: () => void
}

/** Says that nothing is found, and offers a way on (T-01). */
export function NoProducts({ search, hasStatus, hasClasses, onClear }: NoProductsProps) {
  const limits = [
    ...(hasStatus ? ['this status'] : []),
    ...(hasClasses ? ['these classes or groups'] : []),
  ].join(' and ')
  if (search !== '') {
    return (
      <NoMatch
        title={productTexts.none}
        hint={`No title or SKU contains “${search}”${limits === '' ? '' : ` with ${limits}`}.`}
        clear="Clear search"
        onClear={onClear}
      />
    )
  }
  if (limits !== '') {
    return (
      <NoMatch
        title={productTexts.none}
        hint={`No product has ${limits} now.`}
        clear="Show all products"
        onClear={onClear}
      />
    )
  }
  return <NoneYet />
}

/** Says that there are no products before the first sync or import. */
function NoneYet() {
  const { connection } = useSession()
  if (connection) {
    return (
      <EmptyState
        icon={IconPackage}
        title={productTexts.none}
        hint="Products appear here after the next sync with your store."
      />
    )
  }
  return (
    <EmptyState
      icon={IconPackage}
      title={productTexts.none}
      hint={
        <>
          Connect your store to see its products here, <Link to="/import">import a file</Link> or load demo
          data.
        </>
      }
      action={
        <Group gap={8} justify="center">
          <ConnectStore />
          <SampleShopButton />
        </Group>
      }
    />
  )
}
