import { useSession } from '../../../session/use-session.ts'
import { SettingsRow } from '../settings-row.tsx'

/** G-04 */
export function NotificationsTab() {
  const { unresolvedAlerts } = useSession()
  return (
    <SettingsRow title="Alerts" note="Where you are told what runs out.">
      <p>Alerts are listed on the Alerts page. Active now: {unresolvedAlerts}.</p>
    </SettingsRow>
  )
}
