/** Import files of users, and how to upload them. */

import type { As } from '#test/app.ts'
import { formOf } from '#test/files.ts'

type Query = Parameters<As['users']['importUsers']>[0]['query']

/** For emails that no other test uses. */
export const unique = () => crypto.randomUUID().slice(0, 8)

export const sheet = (...rows: string[]) => ['name,email', ...rows].join('\n')

/** Valid rows, whose emails contain the key. */
export const many = (count: number, key: string) =>
  sheet(...Array.from({ length: count }, (_, n) => `Person ${n},p${n}-${key}@example.org`))

export const send = (who: As, file: string | Uint8Array, query: Partial<Query> = {}) =>
  who.users.importUsers({ query: { role: 'USER', ...query }, body: formOf(file) })
