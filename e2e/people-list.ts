/** Lists of users for import, with three invalid rows, and the expected messages. */

import type { Page } from '@playwright/test'
import { clientFor, demo } from './people.ts'
import { expect } from './test.ts'

export const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Twenty valid rows, and three invalid ones: a malformed email, a duplicate, and a missing one. */
export function makeList(key: string) {
  const rows = Array.from({ length: 23 }, (_, n) => `Person ${n};p${n}.${key}@harbour.example`)
  rows[5] = `Hassan Ali;hassan.ali.${key}@`
  rows[14] = `Marc Petit;p3.${key}@harbour.example`
  rows[21] = 'Rui Sá;'
  return csv('autumn-intake.csv', ['Full name;E-mail', ...rows].join('\n'))
}
export const errors = [
  ['7', 'Hassan Ali', 'This is not an email address.'],
  ['16', 'Marc Petit', 'The same address as in row 5.'],
  ['23', 'Rui Sá', 'There is no email address.'],
] as const

export async function expectErrors(page: Page): Promise<void> {
  for (const [row, name, reason] of errors) {
    const line = page.getByRole('row').filter({ has: page.getByRole('cell', { name: row, exact: true }) })
    await expect(line).toContainText(name)
    await expect(line).toContainText(reason)
  }
}

/** The number of users found by the server. */
export async function countPeople(search: string): Promise<number> {
  const admin = await clientFor(demo.admin)
  return (await admin.users.listUsers({ query: { limit: 1, search } })).total
}
