import { Outlet } from '@tanstack/react-router'
import { useLiveEvents } from '../api/use-live-events.ts'
import { writeAsIn } from '../format/country.ts'
import { useSession } from '../session/use-session.ts'

/** A shop that moves to another country has its screen drawn anew, with numbers and dates as there; null is as in the US. */
export function SignedInLayout() {
  useLiveEvents()
  const { countryCode } = useSession().merchant
  writeAsIn(countryCode)
  return <Outlet key={countryCode ?? 'US'} />
}
