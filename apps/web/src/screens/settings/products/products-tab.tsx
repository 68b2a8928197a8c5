import { SettingsRow } from '../settings-row.tsx'

/** G-03 */
export function ProductsTab() {
  return (
    <SettingsRow
      title="Products with numbers of their own"
      note="Where a product has none, the defaults hold."
    >
      <p>Numbers of a single product win over the defaults.</p>
    </SettingsRow>
  )
}
