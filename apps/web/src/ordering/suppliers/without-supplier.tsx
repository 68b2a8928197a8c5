import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { vendorsQuery } from '../../api/queries.ts'
import { Vendors } from '../what-to-order/invitation/vendors.tsx'

/** Offers a supplier for the products that have none; shows nothing where all have one. */
export function WithoutSupplier() {
  const { data } = useQuery(vendorsQuery())
  const area = useRef<HTMLDivElement>(null)
  const isMeant = useLocation({ select: ({ hash }) => hash === 'vendors' })
  const isShown = data !== undefined && data.vendors.length + data.withoutVendor > 0
  // It is read after the page was scrolled to.
  useEffect(() => {
    if (isShown && isMeant) area.current?.scrollIntoView()
  }, [isShown, isMeant])
  return isShown ? (
    <Box ref={area} mt={48}>
      <Vendors {...data} isFirst={false} />
    </Box>
  ) : null
}
