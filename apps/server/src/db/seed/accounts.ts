/** The accounts of demo mode: one a role, all with one public password. */
import type { Role } from '@lms/contract/policy'
import type { Db } from '#db/client.ts'
import { listActiveAmong } from '#modules/auth/queries.ts'

export const demoPassword = 'quiet desk 20'

export const demoAccounts: { role: Role; email: string; password: string }[] = [
  { role: 'SUPER_ADMIN', email: 'sam.okafor@harbour.example', password: demoPassword },
  { role: 'ADMIN', email: 'marta.oliveira@harbour.example', password: demoPassword },
  { role: 'TRAINER', email: 'ines.carvalho@harbour.example', password: demoPassword },
  { role: 'USER', email: 'ana.li@harbour.example', password: demoPassword },
]

/** Those that can still sign in. */
export async function listDemoAccounts(db: Db) {
  const emails = demoAccounts.map(({ email }) => email)
  const active = await listActiveAmong(db, emails)
  const found = new Set(active.map(({ email }) => email))
  return demoAccounts.filter(({ email }) => found.has(email))
}
