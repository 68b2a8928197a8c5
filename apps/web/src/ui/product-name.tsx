import { Link } from '@tanstack/react-router'
import list from './table/data-table.module.css'

interface ProductNameProps {
  variantId: number
  title: string
  className?: string | undefined
}

/** Names a product and links to it. */
export function ProductName({ variantId, title, className = list.name }: ProductNameProps) {
  return (
    <Link to="/products/$variantId" params={{ variantId: String(variantId) }} className={className}>
      {title}
    </Link>
  )
}
