/** The calls of screens as data: the table of screens names them, so that they are made before the code of a screen has loaded. */

import type { Client } from '@lms/contract/client'
import type { Role } from '@lms/contract/policy'

type RequestOf<F> = F extends (request: infer R, ...more: never[]) => unknown ? Exclude<R, undefined> : never
type Values = Record<string, string | number | boolean | null | undefined>

export type ScreenCall = {
  domain: keyof Client
  name: string
  /** Values such as `:courseId` are parameters of the screen's path. */
  request?: { params?: Values; query?: Values } | undefined
  /** Milliseconds, as in the query of the feature. */
  staleTime?: number
  /** Only users with this role need it. */
  role?: Role
}

export const screenCall = <D extends keyof Client, N extends keyof Client[D] & string>(
  domain: D,
  name: N,
  request?: RequestOf<Client[D][N]> & ScreenCall['request'],
  options: Pick<ScreenCall, 'staleTime' | 'role'> = {},
): ScreenCall => ({ domain, name, request, ...options })

type Params = Readonly<Record<string, string | undefined>>

const fill = (values: Values, params: Params): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' && value.startsWith(':') ? params[value.slice(1)] : value,
    ]),
  )

/** A request with the parameters of the screen’s path. */
export const fillRequest = (request: ScreenCall['request'], params: Params): ScreenCall['request'] =>
  request && Object.fromEntries(Object.entries(request).map(([part, values]) => [part, fill(values, params)]))
