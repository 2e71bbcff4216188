/** Typing errors in a search: one letter that is wrong, missing or too much, or two that are swapped, in words from four letters. */

import { fold, toWords } from '@lms/contract/rules/search'

const shortest = 4
/** Longer words and more of them are hardly typed by hand, and each makes a long pattern. */
const longest = 20
const mostWords = 5
/** What is before a word: PostgreSQL's own ends of words depend on the language of the database. */
const separators = `[\\s.,;:!?"()@/_-]`
const separator = new RegExp(separators, 'u')

const isCorrectable = (word: string): boolean => /^[\p{L}\p{M}\p{N}]+$/u.test(word) && word.length >= shortest && word.length <= longest
/** Without a letter a word of four would be the beginning of too many. */
const mayHaveOneTooMuch = (letters: readonly string[]): boolean => letters.length > shortest

/** A regular expression of PostgreSQL for each word of a search: what it may be the beginning of, if one letter is mistyped. Undefined: no word can be. */
export function getTypingErrorPatterns(search: string): string[] | undefined {
  const words = toWords(search)
  if (words.length > mostWords || !words.some(isCorrectable)) return undefined
  // `***=`: literally.
  return words.map((word) => (isCorrectable(word) ? `(^|${separators})(${listVariants([...word]).join('|')})` : `***=${word}`))
}

function listVariants(letters: readonly string[]): string[] {
  const from = (start: number) => letters.slice(start).join('')
  const variants = letters.flatMap((letter, at) => {
    const before = letters.slice(0, at).join('')
    const next = letters[at + 1]
    return [
      `${before}\\S${from(at + 1)}`,
      `${before}\\S${from(at)}`,
      ...(next === undefined || next === letter ? [] : [`${before}${next}${letter}${from(at + 2)}`]),
      ...(mayHaveOneTooMuch(letters) ? [`${before}${from(at + 1)}`] : []),
    ]
  })
  return [letters.join(''), ...new Set(variants)]
}

/** The search that found these texts, with what is meant by its mistyped words: as in most of them, or else in the first. */
export function correctSearch(search: string, texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const corrected = correctBy(toWords(search), fold(text))
    if (corrected !== undefined) counts.set(corrected, (counts.get(corrected) ?? 0) + 1)
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0]
}

function correctBy(words: readonly string[], text: string): string | undefined {
  const corrected = words.map((word) => (text.includes(word) ? word : isCorrectable(word) ? findMeant(word, text) : undefined))
  return corrected.includes(undefined) ? undefined : corrected.join(' ')
}

/** The beginning of a word of the text that differs by one letter. */
function findMeant(word: string, text: string): string | undefined {
  const typed = [...word]
  for (const part of text.split(separator)) {
    const letters = [...part]
    const lengths = [typed.length, typed.length + 1, ...(mayHaveOneTooMuch(typed) ? [typed.length - 1] : [])]
    const meant = lengths.filter((length) => length <= letters.length).map((length) => letters.slice(0, length))
    const found = meant.find((one) => isOneErrorAway(typed, one))
    if (found) return found.join('')
  }
  return undefined
}

function isOneErrorAway(typed: readonly string[], meant: readonly string[]): boolean {
  const at = typed.findIndex((letter, index) => letter !== meant[index])
  const first = at < 0 ? typed.length : at
  const rest = (letters: readonly string[], skipped: number): string => letters.slice(first + skipped).join('')
  if (typed.length < meant.length) return rest(typed, 0) === rest(meant, 1)
  if (typed.length > meant.length) return rest(typed, 1) === rest(meant, 0)
  const isSwap = typed[first] === meant[first + 1] && typed[first + 1] === meant[first] && rest(typed, 2) === rest(meant, 2)
  return isSwap || rest(typed, 1) === rest(meant, 1)
}
