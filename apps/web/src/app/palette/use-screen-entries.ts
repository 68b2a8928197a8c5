import {
  IconAdjustmentsHorizontal,
  IconBell,
  IconBox,
  IconChartLine,
  IconFileAnalytics,
  IconFileUpload,
  IconLayoutDashboard,
  IconShoppingCart,
  IconTargetArrow,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useLocations } from '../../ordering/locations/use-location.ts'
import type { PaletteEntry } from './entries.ts'

const screens = [
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard, words: 'home overview today' },
  { to: '/products', label: 'Products', icon: IconBox, words: 'inventory stock' },
  { to: '/bundles', label: 'Bundles', icon: IconBox, words: 'kits recipes parts components assemblies' },
  { to: '/order', label: 'What to order', icon: IconShoppingCart, words: 'order list purchase reorder' },
  { to: '/order/orders', label: 'Orders', icon: IconShoppingCart, words: 'purchase orders drafts receive' },
  { to: '/order/suppliers', label: 'Suppliers', icon: IconShoppingCart, words: 'vendors lead time' },
  { to: '/order/transfers', label: 'Transfers', icon: IconShoppingCart, words: 'move stock locations' },
  { to: '/order/excess', label: 'Overstock', icon: IconShoppingCart, words: 'dead stock excess' },
  { to: '/alerts', label: 'Alert History', icon: IconBell, words: 'alerts' },
  { to: '/alerts/scorecard', label: 'Alert Scorecard', icon: IconTargetArrow, words: 'accuracy sensitivity' },
  { to: '/alerts/deliveries', label: 'Messages', icon: IconBell, words: 'alerts sent failed deliveries' },
  { to: '/trends', label: 'Trends', icon: IconChartLine, words: 'sales charts' },
  { to: '/reports', label: 'Reports', icon: IconFileAnalytics, words: 'weekly monthly email' },
  { to: '/import', label: 'Import', icon: IconFileUpload, words: 'csv file stock sales' },
] as const

const settings = [
  { tab: 'global', label: 'Global Settings', words: 'lead time safety stock global' },
  { tab: 'products', label: 'Per-Product Settings', words: 'lead time safety stock thresholds' },
  { tab: 'locations', label: 'Locations', words: 'settings lead time warehouses' },
  { tab: 'notifications', label: 'Notifications', words: 'settings slack email sms channels' },
  { tab: 'billing', label: 'Billing', words: 'settings plan payment card trial' },
  { tab: 'account', label: 'Account', words: 'settings password two-factor store delete' },
] as const

const ofLocations = ['/order/transfers', 'settings-locations']

/** Returns every screen of the signed-in product, those about locations only where there are several. */
export function useScreenEntries(): PaletteEntry[] {
  const navigate = useNavigate()
  const hasLocations = useLocations().length > 0
  const entries = [
    ...screens.map(
      ({ to, ...entry }): PaletteEntry => ({
        ...entry,
        id: to,
        group: 'Screens',
        run: () => void navigate({ to }),
      }),
    ),
    ...settings.map(
      ({ tab, ...entry }): PaletteEntry => ({
        ...entry,
        id: `settings-${tab}`,
        group: 'Screens',
        icon: IconAdjustmentsHorizontal,
        run: () => void navigate({ to: '/settings', search: { tab } }),
      }),
    ),
  ]
  return entries.filter(({ id }) => hasLocations || !ofLocations.includes(id))
}
