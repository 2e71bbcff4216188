/** How a set-up code is written: eight characters with a dash in the middle. */

/** Without I, O, 0 and 1, which are mistaken for each other. 32 characters: 8 of them are 40 bits. */
export const setupCodeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const setupCodeLength = 8

/** What was typed, as the code is printed: upper case, the dash in its place, nothing else. */
export function formatSetupCode(typed: string): string {
  const characters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, setupCodeLength)
  return characters.length > 4 ? `${characters.slice(0, 4)}-${characters.slice(4)}` : characters
}
