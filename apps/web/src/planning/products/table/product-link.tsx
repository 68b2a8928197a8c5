import type { ProductRow } from '@stockcast/contract'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/**
 * Links to a product. Unlike the router's `Link` it works out nothing before it is pointed at, because
 * hundreds of these pass while the page scrolls.
 */
export function ProductLink({ row, className }: { row: ProductRow; className: string }) {
  const router = useRouter()
  const target = { to: '/products/$variantId', params: { variantId: String(row.variantId) } } as const
  const preload = () => void router.preloadRoute(target)
  const open = (event: MouseEvent) => {
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (isForBrowser || event.button !== 0) return
    event.preventDefault()
    void router.navigate(target)
  }
  return (
    <a
      href={`/products/${row.variantId}`}
      className={className}
      title={row.title}
      onClick={open}
      onMouseEnter={preload}
      onFocus={preload}
    >
      {row.title}
    </a>
  )
}
