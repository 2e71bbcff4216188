/** The format of a join link's code: eight letters, in two groups. */

/** Without I, O and Q, which are easily confused. 23 letters: 8 of them are 36 bits. */
export const joinCodeAlphabet = 'ABCDEFGHJKLMNPRSTUVWXYZ'
export const joinCodeLength = 8

/** Normalizes a typed or pasted code. */
export const parseJoinCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, joinCodeLength)

export const formatJoinCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

/** The token of a link, or its code. */
export const joinToken = /^(?:[\w-]{22}|[A-Z]{8})$/
