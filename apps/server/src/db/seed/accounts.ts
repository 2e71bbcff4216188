/** The accounts of demo mode: one a role, all with one public password. */
import type { Role } from '@lms/contract/policy'

export const demoPassword = 'quiet desk 20'

export const demoAccounts: { role: Role; email: string; password: string }[] = [
  { role: 'SUPER_ADMIN', email: 'sam.okafor@harbour.example', password: demoPassword },
  { role: 'ADMIN', email: 'marta.oliveira@harbour.example', password: demoPassword },
  { role: 'TRAINER', email: 'ines.carvalho@harbour.example', password: demoPassword },
  { role: 'USER', email: 'ana.li@harbour.example', password: demoPassword },
]
