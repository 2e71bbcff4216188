/** API calls for the setup of journeys. */

import { type Client, createClient } from '@lms/contract/client'
import { paths } from '@lms/contract/generated/paths'

export const origin = (): string => process.env.BASE_URL!

export const clientOf = (token?: string): Client =>
  createClient(paths, (url, init) => {
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    return fetch(new URL(url, origin()), { ...init, headers })
  })
