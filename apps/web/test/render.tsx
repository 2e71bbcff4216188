/** Renders an element as the product does: with the theme, its own query cache, and a URL. */

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, type RenderResult } from '@testing-library/react'
import { type ComponentType, createElement, type ReactElement } from 'react'
import { createMemoryRouter, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Toasts } from '#ui/toasts.tsx'
import { createQueryClient } from '#app/query-client.ts'
import { ScreenBoundary } from '#app/screen-boundary.tsx'
import { screens } from '#app/screens.ts'
import { theme } from '#app/theme/theme.ts'

export type Rendered = RenderResult & { router: ReturnType<typeof createMemoryRouter>; client: ReturnType<typeof createQueryClient> }

/**
 * Without transitions: React renders those in slices of 5 ms, and between two of them a waiting test searches the whole page. On a busy
 * machine navigation would take longer than tests wait.
 */
export function renderAt(element: ReactElement, address = '/'): Rendered {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false }, mutations: { retry: false } })
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })
  const result = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} useTransitions={false} />
        {/* The timer of a dismissed toast would remove the one with its id in the next test. */}
        <Toasts removeDelay={0} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...result, router, client }
}

/** A screen with the data that its row in the table of screens names. As in the router, another path is a new screen. */
export function ScreenWithData({ of }: { of: ComponentType }) {
  const { pathname } = useLocation()
  const row = screens.find(({ load }) => String(load).includes(`.${of.name})`))
  if (!row?.data) throw new Error(`${of.name} has no data in the table of screens`)
  return (
    <ScreenBoundary key={pathname} name={row.data}>
      {createElement(of)}
    </ScreenBoundary>
  )
}
