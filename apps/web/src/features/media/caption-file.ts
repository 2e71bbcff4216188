/** Caption files: WebVTT is validated, SubRip (SRT) is converted to WebVTT, and the file name gives the language. */

import { fileTypes } from '@lms/contract/file-types'
import { decodeText } from '@lms/contract/rules/text-encoding'

type CaptionFile = { vtt: string; count: number } | { error: string }

class CaptionError extends Error {}
const failAt = (line: number, reason: string): never => {
  throw new CaptionError(`Line ${line}: ${reason}`)
}

type Block = { lines: readonly string[]; first: number }

/** Blocks of lines between empty ones, each with the number of its first line. */
function parseBlocks(text: string): Block[] {
  const blocks: { lines: string[]; first: number }[] = []
  let isOpen = false
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') isOpen = false
    else if (isOpen) blocks.at(-1)?.lines.push(line)
    else {
      blocks.push({ lines: [line], first: index + 1 })
      isOpen = true
    }
  })
  return blocks
}

const timePattern = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,](\d{1,3})$/

/** In thousandths of a second. */
function readTime(text: string, line: number): number {
  const [, hours = '0', minutes = '', seconds = '', rest = ''] =
    timePattern.exec(text) ?? failAt(line, `“${text}” is no time such as 00:01:02.500`)
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest.padEnd(3, '0'))
}

function readTiming(text: string, line: number): { from: number; to: number; settings: string } {
  const [start = '', after = ''] = text.split('-->').map((part) => part.trim())
  const [end = '', ...settings] = after.split(/\s+/)
  const [from, to] = [readTime(start, line), readTime(end, line)]
  return to > from ? { from, to, settings: settings.join(' ') } : failAt(line, 'the caption ends before it begins')
}

const isTiming = (line: string | undefined): boolean => line?.includes('-->') ?? false

/** The timing line of a cue: the first, or the second after an identifier. */
function timingAt({ lines, first }: Block): number {
  if (isTiming(lines[0])) return 0
  return isTiming(lines[1]) ? 1 : failAt(first, `“${shorten(lines[0] ?? '')}” is where the times of a caption belong`)
}
const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

function checkVtt(text: string): number {
  const [head, ...blocks] = parseBlocks(text)
  if (head && head.lines.some((line, index) => index > 0 && isTiming(line)))
    failAt(head.first + 1, 'an empty line belongs before the first caption')
  const cues = blocks.filter(({ lines }) => !/^(NOTE|STYLE|REGION)(\s|$)/.test(lines[0] ?? ''))
  for (const cue of cues) {
    const at = timingAt(cue)
    readTiming(cue.lines[at] ?? '', cue.first + at)
    const again = cue.lines.findIndex((line, index) => index > at && isTiming(line))
    if (again > 0) failAt(cue.first + again, 'an empty line belongs before the next caption')
  }
  return cues.length
}

const padTwo = (value: number): string => String(value).padStart(2, '0')
const formatTime = (ms: number): string =>
  `${padTwo(Math.floor(ms / 3_600_000))}:${padTwo(Math.floor(ms / 60_000) % 60)}:${padTwo(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`

/** Bold, italic and underline remain; fonts and positions have no meaning here; everything else is text. */
const vttText = (line: string): string =>
  line
    .replaceAll(/\{\\[^}]*\}/g, '')
    .replaceAll(/<\/?font[^>]*>/gi, '')
    .replaceAll('&', '&amp;')
    .replaceAll(/<(?!\/?[biu]>)/gi, '&lt;')
    .replaceAll('-->', '→')

function vttOfSrt(text: string): { vtt: string; count: number } {
  const cues = parseBlocks(text).map((block) => {
    const at = timingAt(block)
    const { from, to } = readTiming(block.lines[at] ?? '', block.first + at)
    const again = block.lines.findIndex((line, index) => index > at && /^\s*\d+:\d\d:\d\d[.,]\d+\s*-->/.test(line))
    if (again > 0) failAt(block.first + again, 'an empty line belongs before the next caption')
    return {
      from,
      words: `${formatTime(from)} --> ${formatTime(to)}\n${block.lines
        .slice(at + 1)
        .map(vttText)
        .join('\n')}`,
    }
  })
  // Programs that join files leave cues out of order, which players cannot handle.
  const sorted = cues.toSorted((one, other) => one.from - other.from)
  return { vtt: `WEBVTT\n\n${sorted.map(({ words }) => words).join('\n\n')}\n`, count: cues.length }
}

function read(text: string): { vtt: string; count: number } {
  if (/^WEBVTT(\s|$)/.test(text)) return { vtt: text, count: checkVtt(text) }
  const [head] = parseBlocks(text)
  if (head && isTiming(/^\d+\s*$/.test(head.lines[0] ?? '') ? head.lines[1] : head.lines[0])) return vttOfSrt(text)
  return failAt(head?.first ?? 1, 'a caption file begins with WEBVTT, or with the number and the times of its first caption')
}

export function readCaptionFile(bytes: Uint8Array): CaptionFile {
  if (bytes.byteLength > fileTypes['text/vtt']!.limit) return { error: 'The file is larger than 1 MB' }
  const text = decodeText(bytes)
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
  if (text.includes('\u0000')) return { error: 'The file is not a text file' }
  try {
    const file = read(text)
    return file.count > 0 ? file : { error: 'There is no caption in the file' }
  } catch (error) {
    if (error instanceof CaptionError) return { error: error.message }
    throw error
  }
}

/* oxfmt-ignore */
const codes = [
  'ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'en-US', 'es', 'es-419', 'et', 'eu', 'fa', 'fi', 'fr', 'ga', 'gl', 'he', 'hi', 'hr', 'hu',
  'id', 'is', 'it', 'ja', 'ko', 'lt', 'lv', 'mk', 'ms', 'nl', 'no', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sq', 'sr', 'sv', 'sw', 'ta', 'th', 'tr',
  'uk', 'ur', 'vi', 'zh', 'zh-Hans', 'zh-Hant',
]

const capitalize = (text: string, language: string): string => text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

/** “Português” of `pt`. */
export const nameOfLanguage = (code: string): string =>
  capitalize(new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code, code)

export const captionLanguages = (): { value: string; label: string }[] =>
  codes.map((value) => ({ value, label: nameOfLanguage(value) })).sort((one, other) => one.label.localeCompare(other.label))

const findCode = (code: string | undefined): string | undefined =>
  codes.find((one) => one.toLowerCase() === code?.toLowerCase().replace('_', '-'))

/** `pt-BR` of “talk.pt-BR.srt” or “talk_pt_br.vtt”; else the language of the browser. */
export function languageOfFile(name: string, browser = navigator.language): string {
  const stem = name.replace(/\.[^.]+$/, '')
  const [, last] = /[._\s-]([a-z]{2}(?:[-_][a-z]{2,4})?)$/i.exec(stem) ?? []
  const [, short] = /[._\s-]([a-z]{2})$/i.exec(stem) ?? []
  return findCode(last) ?? findCode(short) ?? findCode(browser) ?? findCode(browser.slice(0, 2)) ?? 'en'
}
