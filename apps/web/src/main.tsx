import '@fontsource-variable/geist'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { Providers } from './app/providers.tsx'
import { createAppRouter } from './app/router.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id "root"')

const queryClient = createQueryClient()
createRoot(root).render(
  <StrictMode>
    <Providers queryClient={queryClient} router={createAppRouter({ queryClient })} />
  </StrictMode>,
)
