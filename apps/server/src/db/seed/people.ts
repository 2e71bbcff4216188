/** The demo accounts and users. Email domains end in .example, which nobody can own (RFC 2606). */

import type { Role } from '@lms/contract/policy'
import type { Db } from '#db/client.ts'
import { listActiveDemoEmails } from '#modules/auth/queries.ts'

/** The accounts of demo mode: one per role, all with one public password. */
export const demoPassword = 'quiet desk 20'

export const demoAccounts: { role: Role; email: string; password: string }[] = [
  { role: 'SUPER_ADMIN', email: 'sam.okafor@harbour.example', password: demoPassword },
  { role: 'ADMIN', email: 'marta.oliveira@harbour.example', password: demoPassword },
  { role: 'TRAINER', email: 'ines.carvalho@harbour.example', password: demoPassword },
  { role: 'USER', email: 'ana.li@harbour.example', password: demoPassword },
]

/** Users who can still sign in. */
export async function listDemoAccounts(db: Db) {
  const found = await listActiveDemoEmails(db)
  return demoAccounts.filter(({ email }) => found.has(email))
}

export interface Someone {
  name: string
  email: string
  role: 'SUPER_ADMIN' | 'ADMIN' | 'TRAINER' | 'USER'
  status?: 'INVITED' | 'SUSPENDED'
  /** Minutes since they were last seen; absent: never. */
  seen?: number
}

const account = (role: Someone['role']) => demoAccounts.find((one) => one.role === role)!.email
const hour = 60
const day = 24 * hour

const student = (name: string, address: string, seen: number): Someone => ({
  name,
  email: `${address}@harbour.example`,
  role: 'USER',
  seen,
})

export const staff: Someone[] = [
  { name: 'Sam Okafor', email: account('SUPER_ADMIN'), role: 'SUPER_ADMIN', seen: 3 * day },
  { name: 'Marta Oliveira', email: account('ADMIN'), role: 'ADMIN', seen: 5 },
  { name: 'Inês Carvalho', email: account('TRAINER'), role: 'TRAINER', seen: 1 },
  { name: 'Tom Reyes', email: 'tom.reyes@harbour.example', role: 'TRAINER', seen: 4 * hour },
]

export const students: Someone[] = [
  { name: 'Ana Li', email: account('USER'), role: 'USER', seen: 2 },
  student('Omar Haddad', 'omar.haddad', 3 * hour),
  student('Jonas Weber', 'jonas.weber', 9 * hour),
  student('Chloé Martin', 'chloe.martin', 6 * day),
  student('Diego Santos', 'd.santos', 15 * day),
  student('Fatima Zahra', 'fatima.zahra', 5 * hour),
  student('Kwame Mensah', 'kwame.mensah', 12 * day),
  student('Łukasz Nowak', 'lukasz.nowak', day),
  student('Mei Tanaka', 'mei.tanaka', 2 * hour),
  student('Priya Nair', 'priya.nair', 40),
  student('Sofia Rossi', 'sofia.rossi', 7 * hour),
  student('Tomás Vidal', 'tomas.vidal', 20 * hour),
  student('Amara Diallo', 'amara.diallo', 2 * day),
  student('Björn Lindqvist', 'bjorn.lindqvist', 11 * hour),
  student('Clara Hoffmann', 'clara.hoffmann', 6 * hour),
  student('Emeka Obi', 'emeka.obi', 3 * day),
  student('Freya Jensen', 'freya.jensen', 90),
  student('Hana Kim', 'hana.kim', 8 * hour),
  student('Isabel Moreno', 'isabel.moreno', 30 * hour),
  student('Leila Farsi', 'leila.farsi', 14 * hour),
  student('Mateo Ruiz', 'mateo.ruiz', 2 * day),
  student('Nadia Petrova', 'nadia.petrova', 10 * hour),
  { name: 'Noah Berg', email: 'noah.berg@harbour.example', role: 'USER', status: 'INVITED' },
  { name: 'Rosa Klein', email: 'rosa.klein@harbour.example', role: 'USER', status: 'SUSPENDED', seen: 79 * day },
]

/** Students who differ from the rest: they have done nothing since this many weeks before the current one. */
export const stoppedBefore: Record<string, number> = {
  'Kwame Mensah': 2,
  'Chloé Martin': 1,
  'Diego Santos': 2,
  'Rosa Klein': 5,
  'Noah Berg': 99,
}
