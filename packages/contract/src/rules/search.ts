/**
 * How text is searched: each word of the search must be somewhere in the text, in any order, also within a word or in a script without
 * blanks. Case, accents, apostrophes and width do not matter. The server has the same rule in SQL (`fold_text`), tested with the same cases.
 */

/** Zero-width and direction characters, and everything typed as an apostrophe: ’ on phones, ´ or ` on keyboards. */
const dropped = /['`´‘’‛ʹʻʼʽˈ′＇\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs. Marks of other scripts make another letter. */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]/gu

/** Letters that Unicode does not decompose, and what is typed for them; quotes and dashes of word processors. */
const letters: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ς: 'σ', ى: 'ي', ة: 'ه',
  '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '‐': '-', '‒': '-', '–': '-', '—': '-', '−': '-',
} // oxfmt-ignore
const replaced = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu')

export const fold = (text: string): string =>
  text
    .replace(dropped, '')
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(replaced, (letter) => letters[letter]!)
    .normalize('NFC')

const separators = /[\s,;、]+/u
export const toWords = (search: string): string[] => fold(search).split(separators).filter(Boolean)

export function isFound(text: string, search: string): boolean {
  const words = toWords(search)
  const folded = fold(text)
  return words.length > 0 && words.every((word) => folded.includes(word))
}

/** Where the words of a search are in a text, from and to, in order and without overlaps. */
export function findWords(text: string, search: string): [start: number, end: number][] {
  // A letter with its marks; `places` has the letter of each folded character.
  const places: [start: number, end: number][] = []
  let folded = ''
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const part = fold(letter)
    folded += part
    for (let at = 0; at < part.length; at++) places.push([index, index + letter.length])
  }
  const found = toWords(search).flatMap((word) =>
    indexesOf(folded, word).map((at) => [places[at]![0], places[at + word.length - 1]![1]] as const),
  )
  const merged: [number, number][] = []
  for (const [start, end] of found.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

function indexesOf(text: string, word: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) found.push(at)
  return found
}
