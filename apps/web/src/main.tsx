/** Starts the web app. */

import '@fontsource-variable/hanken-grotesk/wght.css'
import '@fontsource-variable/newsreader/wght.css'
import './app/theme/global.css'
import './app/theme/mantine.css'
import './app/theme/components.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { reloadOnChunkError } from './app/error-boundary.tsx'
import { Providers } from './app/providers.tsx'
import { router } from './app/router.tsx'

reloadOnChunkError()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
