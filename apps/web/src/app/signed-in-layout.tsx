import { Outlet } from '@tanstack/react-router'
import { useLiveEvents } from '../api/use-live-events.ts'
import { useSession } from '../session/use-session.ts'
import { writeAsIn } from '../ui/format/country.ts'

/**
 * Redraws the screen with other number and date formats when the shop moves to another country; null means
 * US formats.
 */
export function SignedInLayout() {
  useLiveEvents()
  const { countryCode } = useSession().merchant
  writeAsIn(countryCode)
  return <Outlet key={countryCode ?? 'US'} />
}
