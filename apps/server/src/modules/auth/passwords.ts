/** Passwords: stored as Argon2id, hashed two at a time; common ones are rejected. */

import { hash, verify } from '@node-rs/argon2'
import { problem } from '#call/problems.ts'

/** KiB, passes, threads; 2 means Argon2id. Source: OWASP Password Storage Cheat Sheet. */
const argonOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 2 } as const
const { memoryCost, timeCost, parallelism } = argonOptions
/** The hash of an unknown password: an unknown email takes as long as a wrong password. */
const dummyHash = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$jMHPUdFHEvOSyKoJ5qQwbQ$cf+4PtZWPJOsBb6TDmvQxvBIx3/RZsuE5mxRCO1Z3II`

/** Each hash takes a core for some 40 ms and 19 MiB. Requests that would wait longer than people do, some ten seconds, are rejected. */
const atOnce = 2
/** Four classes that sign in at the same moment. */
const mayWait = 400
let runningHashes = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (runningHashes < atOnce) runningHashes++
  else if (waiting.length < mayWait) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw problem('busy', { detail: 'Too many people are signing in. Try again in a few seconds.', retryAfter: 3 })
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // Hands the slot to the next waiting call, so that no other call takes it.
    if (next) next()
    else runningHashes--
  }
}

/** Some keyboards write é as two characters. */
const normalize = (password: string): string => password.normalize('NFC')

/** Throws `busy` if too many are waiting. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normalize(password), argonOptions))

/** False also for users without a password, after the same time. Older hashes are of what was typed. */
export async function isPassword(hash: string | null | undefined, guess: string): Promise<boolean> {
  const guesses = new Set([normalize(guess), guess])
  const fits = await inTurn(async () => {
    for (const one of guesses) if (await verify(hash ?? dummyHash, one)) return true
    return false
  })
  return fits && hash != null
}
