/** Languages that captions can be in, each named in itself; and which one a file's name speaks of. */

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
