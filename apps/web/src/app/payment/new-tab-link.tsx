import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'

/** P-02: the way to a payment page that could not be opened in place of this one. */
export function NewTabLink({ url }: { url: string | null }) {
  if (url === null) return null
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" fw={500} display="block" mt={12}>
      Continue in new tab <IconExternalLink size={14} stroke={1.75} aria-hidden />
    </Anchor>
  )
}
