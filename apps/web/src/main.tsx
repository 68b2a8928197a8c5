import '@fontsource-variable/geist'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './ui/theme/fallback-font.css'
import './ui/theme/global.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { Providers } from './app/providers.tsx'
import { createAppRouter } from './app/router.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id "root"')

const queryClient = createQueryClient()
const router = createAppRouter({ queryClient })
const app = (
  <StrictMode>
    <Providers queryClient={queryClient} router={router} />
  </StrictMode>
)

if (root.hasChildNodes()) void takeOver(root)
else createRoot(root).render(app)

/** Hydrates the landing page, which came as HTML, unless its visitor is on the way to the dashboard. */
async function takeOver(container: HTMLElement): Promise<void> {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[media="print"]')) sheet.media = 'all'
  // Rendered without the boundaries around the whole tree, as the router does for every server.
  router.ssr = { manifest: undefined }
  await router.load()
  if (router.state.location.pathname === '/') hydrateRoot(container, app)
  else {
    container.replaceChildren()
    createRoot(container).render(app)
  }
  delete document.documentElement.dataset.undecided
  window.dispatchEvent(new Event('stockcast:answers'))
}
