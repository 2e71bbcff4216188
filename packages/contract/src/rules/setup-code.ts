/** The format of a set-up code: eight characters with a dash in the middle. */

/** Without I, O, 0 and 1, which are easily confused. 32 characters: 8 of them are 40 bits. */
export const setupCodeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const setupCodeLength = 8

/** Normalizes a typed code: upper case, the dash in its position, nothing else. */
export function formatSetupCode(typed: string): string {
  const characters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, setupCodeLength)
  return characters.length > 4 ? `${characters.slice(0, 4)}-${characters.slice(4)}` : characters
}
