import {
  IconDownload,
  IconFileSpreadsheet,
  IconMoon,
  IconPlayerPlay,
  IconRefresh,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useExportProducts } from '../../planning/products/toolbar/use-export-products.ts'
import { useRunForecasts } from '../../planning/products/use-run-forecasts.ts'
import { useReadOnly } from '../../session/use-read-only.ts'
import { useSession } from '../../session/use-session.ts'
import { useRequestSync } from '../../store/connection/use-request-sync.ts'
import { productTexts } from '../../ui/messages/product-texts.ts'
import { useThemeToggle } from '../../ui/theme/use-theme-toggle.ts'
import type { PaletteEntry } from './entries.ts'

/**
 * Returns the actions that are possible from anywhere, without those that the store or the plan does not
 * allow now.
 */
export function useActionEntries(): PaletteEntry[] {
  const { merchant, connection } = useSession()
  const mayWrite = useReadOnly() === null
  const navigate = useNavigate()
  const { request: sync } = useRequestSync()
  const forecasts = useRunForecasts()
  const { mutate: exportAs } = useExportProducts(undefined, {})
  const theme = useThemeToggle()
  const hasProducts = merchant.shopDomain !== null
  const entries: (Omit<PaletteEntry, 'group'> & { isOffered?: boolean })[] = [
    {
      id: 'sync',
      label: productTexts.sync,
      icon: IconRefresh,
      words: 'refresh stock orders',
      isOffered: mayWrite && merchant.isConnected && connection?.status === 'connected',
      run: sync,
    },
    {
      id: 'run-forecasts',
      label: productTexts.runForecasts,
      icon: IconPlayerPlay,
      isOffered: mayWrite && hasProducts && !forecasts.isRunning,
      run: () => {
        forecasts.start()
        // Its progress is shown there.
        void navigate({ to: '/products' })
      },
    },
    {
      id: 'export-csv',
      label: productTexts.exportCsv,
      icon: IconDownload,
      words: 'download report',
      isOffered: hasProducts,
      run: () => exportAs('csv'),
    },
    {
      id: 'export-xlsx',
      label: 'Export Excel workbook',
      icon: IconFileSpreadsheet,
      words: 'xlsx download report',
      isOffered: hasProducts,
      run: () => exportAs('xlsx'),
    },
    { id: 'theme', label: theme.label, icon: theme.isDark ? IconSun : IconMoon, run: theme.toggle },
  ]
  return entries
    .filter(({ isOffered = true }) => isOffered)
    .map(({ isOffered: _, ...entry }) => ({ ...entry, group: 'Actions' }))
}
