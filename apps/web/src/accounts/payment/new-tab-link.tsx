import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'

/** Shows the link to a payment page that could not be opened in this tab (P-02). */
export function NewTabLink({ url }: { url: string | null }) {
  if (url === null) return null
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" fw={500} display="block" mt={12}>
      Continue in new tab <IconExternalLink size={14} stroke={1.75} aria-hidden />
    </Anchor>
  )
}
