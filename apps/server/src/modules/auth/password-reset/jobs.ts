/** Sends the codes of password resets. */

import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Dependencies } from '#call/dependencies.ts'
import { sendCodeEmail } from '#modules/auth/mails.ts'
import { findResettable, replaceCode } from '#modules/auth/queries.ts'

export const sendCodeJob = 'auth.send-code'

export const CODE_LIFETIME_SECONDS = 600
export const addSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

export interface CodeRequest {
  email: string
  source: string
}

/** For an email without an account, a code is generated but never sent: its attempts are counted as for others. */
export async function sendCode({ database, now, services }: Dependencies, { email, source }: CodeRequest): Promise<void> {
  const person = await findResettable(database.db, email)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const salt = randomBytes(16).toString('base64url')
  const codeHash = createHash('sha256').update(`${salt}${code}`).digest('hex')
  await database.transaction(async (db) => {
    await replaceCode(db, {
      email,
      source,
      salt,
      codeHash,
      createdAt: now().toISOString(),
      expiresAt: addSeconds(now(), CODE_LIFETIME_SECONDS).toISOString(),
    })
    if (person) await sendCodeEmail(db, person, code, now(), services.config.publicUrl)
  })
}
