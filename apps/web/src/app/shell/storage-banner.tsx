import { IconDatabaseExclamation } from '@tabler/icons-react'
import { Banner } from '../../ui/banner.tsx'

/** Says that the server's disk is nearly full; imports and syncs wait until there is space. */
export default function StorageBanner() {
  return (
    <Banner
      tone="warning"
      icon={<IconDatabaseExclamation size={18} stroke={1.75} aria-hidden />}
      title="Imports and syncs are paused"
    >
      Our storage is nearly full. What you have saved is safe, and this resumes by itself once there is space.
    </Banner>
  )
}
