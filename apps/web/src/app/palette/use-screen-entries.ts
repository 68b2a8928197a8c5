import {
  IconAdjustmentsHorizontal,
  IconBell,
  IconBox,
  IconChartLine,
  IconFileUpload,
  IconLayoutDashboard,
  IconShoppingCart,
  IconTargetArrow,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { PaletteEntry } from './entries.ts'

const screens = [
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard, words: 'home overview today' },
  { to: '/products', label: 'Products', icon: IconBox, words: 'inventory stock' },
  { to: '/bundles', label: 'Bundles', icon: IconBox, words: 'kits recipes parts components assemblies' },
  { to: '/order', label: 'What to order', icon: IconShoppingCart, words: 'order list purchase reorder' },
  { to: '/order/orders', label: 'Orders', icon: IconShoppingCart, words: 'purchase orders drafts receive' },
  { to: '/order/suppliers', label: 'Suppliers', icon: IconShoppingCart, words: 'vendors lead time' },
  { to: '/order/excess', label: 'Overstock', icon: IconShoppingCart, words: 'dead stock excess' },
  { to: '/alerts', label: 'Alert History', icon: IconBell, words: 'alerts' },
  { to: '/alerts/scorecard', label: 'Alert Scorecard', icon: IconTargetArrow, words: 'accuracy sensitivity' },
  { to: '/trends', label: 'Trends', icon: IconChartLine, words: 'sales charts' },
  { to: '/import', label: 'Import', icon: IconFileUpload, words: 'csv file stock sales' },
] as const

const settings = [
  { tab: 'global', label: 'Global Settings', words: 'lead time safety stock global' },
  { tab: 'products', label: 'Per-Product Settings', words: 'lead time safety stock thresholds' },
  { tab: 'notifications', label: 'Notifications', words: 'settings slack email sms channels' },
  { tab: 'billing', label: 'Billing', words: 'settings plan payment card trial' },
  { tab: 'account', label: 'Account', words: 'settings password two-factor store delete' },
] as const

/** Returns every screen of the signed-in product. */
export function useScreenEntries(): PaletteEntry[] {
  const navigate = useNavigate()
  return [
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
}
