/** Numbers of a workbook whose format changes their meaning, as the workbook shows them: percentages, dates, times, leading zeros. */

import { format, isDateFormat, isPercentFormat } from 'numfmt'
import { decodeXml, encodeXml, getAttribute, type Parts } from '#modules/imports/xlsx-parts.ts'

/** Formats that files name by number alone. Short dates depend on the reader's system, so they are written unambiguously. Source: ECMA-376 part 1, 18.8.30. */
const standardFormats: Record<number, string> = {
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  // Dates in workbooks from East Asia.
  ...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd'])),
}

export interface CellFormats {
  /** The format of each cell style. */
  byStyle: readonly string[]
  /** Whether days are counted from 1904 instead of 1900. */
  is1904: boolean
}

export function readFormats(parts: Parts): CellFormats {
  const textOf = (pattern: RegExp) => [...parts].find(([name]) => pattern.test(name))?.[1].toString('latin1') ?? ''
  const [properties = ''] = /<(?:\w+:)?workbookPr\s[^<>]*>/.exec(textOf(/^xl\/workbook\.xml$/)) ?? []
  const is1904 = ['1', 'true'].includes(getAttribute(properties, 'date1904') ?? '')
  return { byStyle: readStyles(textOf(/(?:^|\/)styles\.xml$/i)), is1904 }
}

function readStyles(styles: string): string[] {
  const own = new Map<string, string>()
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g))
    own.set(getAttribute(tag, 'numFmtId') ?? '', decodeXml(getAttribute(tag, 'formatCode') ?? ''))
  const [, cellStyles = ''] = /<(?:\w+:)?cellXfs[\s>]([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(styles) ?? []
  return [...cellStyles.matchAll(/<(?:\w+:)?xf(?=[\s/>])[^>]*>/g)].map(([tag]) => {
    const id = getAttribute(tag, 'numFmtId') ?? '0'
    return own.get(id) ?? standardFormats[Number(id)] ?? 'General'
  })
}

/** Without its other sections (negative numbers, zero, text) and quoted text. */
const firstSection = (pattern: string): string => pattern.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '').split(';', 1)[0]!
/** Digits from `00` on: leading zeros are part of what is meant, as in a student number. */
const hasLeadingZeros = (pattern: string): boolean => /^[^.,#0?]*0[^.,#?E]*0/.test(firstSection(pattern))

const daysTo1904 = 1462

/** Undefined if the number itself is meant: amounts, rounded numbers, thousands separators. */
export function showNumber(number: number, pattern: string, is1904: boolean): string | undefined {
  if (!Number.isFinite(number)) return undefined
  // All decimals, also those that the format hides, without floating-point errors.
  if (isPercentFormat(pattern)) return `${Number((number * 100).toPrecision(12))}%`
  if (isDateFormat(pattern)) return format(pattern, is1904 ? number + daysTo1904 : number, { throws: false })
  return Number.isInteger(number) && hasLeadingZeros(pattern) ? format(pattern, number, { throws: false }) : undefined
}

const numberCell = /<((?:\w+:)?)c(\s[^<>]*[^/<>])>(\s*(?:<\1f(?:\s[^<>]*?)?(?:\/>|>[^<]*<\/\1f>)\s*)?)<\1v>([^<]*)<\/\1v>/g

/** Replaces the numbers of these cells by the text that they show. */
export const withShownNumbers = (sheet: string, { byStyle, is1904 }: CellFormats): string =>
  sheet.replaceAll(numberCell, (all, prefix: string, attributes: string, formula: string, value: string) => {
    const pattern = byStyle[Number(getAttribute(attributes, 's') ?? -1)]
    const type = getAttribute(attributes, 't') ?? 'n'
    const shown = pattern && type === 'n' && value.trim() !== '' ? showNumber(Number(value), pattern, is1904) : undefined
    if (shown === undefined) return all
    const rest = attributes.replace(/\st\s*=\s*["'][^"']*["']/, '')
    return `<${prefix}c${rest} t="str">${formula}<${prefix}v>${encodeXml(shown)}</${prefix}v>`
  })
