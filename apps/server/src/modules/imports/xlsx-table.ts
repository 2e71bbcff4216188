/** The first sheet of an XLSX workbook as a table. */

import { zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { readFormats, withShownNumbers } from '#modules/imports/cell-formats.ts'
import { collect, columnLetters, ImportFileError, type Table, type TableRow } from '#modules/imports/table.ts'
import { unzip } from '#modules/imports/unzip.ts'
import { decodeXml, getAttribute, listSheets, placeWorkbook, rewriteXml, type Parts } from '#modules/imports/xlsx-parts.ts'

type Cell = string | number | boolean | null

/** The point of a stored 16.125 cannot separate thousands, as in the text `16.125`: a fourth decimal says so. */
function toText(cell: Cell): string {
  const text = String(cell ?? '')
  return typeof cell === 'number' && /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text
}

/** Maximum bytes between two tags: 32,767 characters, the limit of a cell in Excel, at up to seven bytes each. */
const textLimit = 32_767 * 7

/** Checked before the reader runs, which takes many times the memory of a long text and quadratic time. */
function checkTexts(xml: Buffer): void {
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf('<', at + 1)
    const end = next < 0 ? xml.length : next
    if (end - at > textLimit) throw new ImportFileError('too-large', 'A cell of the workbook is too long. Keep only names and addresses.')
    at = end
  }
}

const toColumnNumber = (name: string): number => [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

const parseReference = (reference: string | undefined): { row: number; column: number } | undefined => {
  const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(reference ?? '') ?? []
  return letters ? { row: Number(digits), column: toColumnNumber(letters) } : undefined
}

/** A cell without its reference, or with an ISO date or time: both are valid, but the reader fails on them. */
const incompleteCell = /<(?:\w+:)?c(?=[\s/>])(?:(?![^<>]*\sr\s*=)|[^<>]*\st\s*=\s*["']d["'])/

/** Adds missing cell references, and turns ISO dates and times into text. Source: ECMA-376 part 1, 18.3.1.4 and 18.18.11. */
function completeCells(sheet: string): string {
  if (!incompleteCell.test(sheet)) return sheet
  let [row, column] = [0, 0]
  return sheet.replaceAll(/<((?:\w+:)?)(row|c)(?=[\s/>])([^<>]*)/g, (tag, prefix: string, name: string, rest: string) => {
    const reference = /\sr\s*=\s*["']([^"']*)/.exec(rest)?.[1]
    if (name === 'row') {
      row = reference === undefined ? row + 1 : Number(reference)
      column = 0
      return tag
    }
    const at = parseReference(reference)
    if (at) ({ row, column } = at)
    else column++
    const place = at ? '' : ` r="${columnLetters(column)}${row}"`
    return `<${prefix}c${place}${rest.replace(/(\st\s*=\s*["'])d(?=["'])/, '$1str')}`
  })
}

/** Cells with a formula, by row and column, counted from 1 and 0. Source: ECMA-376 part 1, 18.3.1.40. */
function findFormulas(sheet: string): Map<number, Record<number, string>> {
  const found = new Map<number, Record<number, string>>()
  for (const [, , attributes, formula = ''] of sheet.matchAll(
    /<((?:\w+:)?)c(\s[^<>]*[^/<>])>\s*<\1f(?:\s[^<>]*?)?(?:\/>|>([^<]*)<\/\1f>)/g,
  )) {
    const at = parseReference(getAttribute(attributes!, 'r'))
    if (!at) continue
    const row = found.get(at.row) ?? {}
    row[at.column - 1] = `=${decodeXml(formula)}`
    found.set(at.row, row)
  }
  return found
}

/** Whether a sheet has any value. */
const isFilled = (sheet: Buffer | undefined): boolean => sheet !== undefined && /<(\w+:)?(v|is)[\s>]/.test(sheet.toString('latin1'))

/** `hasFormulas`: rows name their cells with a formula; the values are the results that the workbook stores. */
export async function readXlsx(bytes: Uint8Array, { hasFormulas = false } = {}): Promise<Table> {
  const parts = await unzip(bytes, (name) => /\.(xml|rels)$/.test(name))
  placeWorkbook(parts)
  const formats = readFormats(parts)
  for (const [name, xml] of parts) {
    checkTexts(xml)
    if (!xml.includes('sheetData')) continue
    parts.set(
      name,
      rewriteXml(xml, (sheet) => withShownNumbers(completeCells(sheet), formats)),
    )
  }
  const [first, ...others] = listSheets(parts)
  const formulas = hasFormulas ? findFormulas(parts.get(first?.path ?? '')?.toString('latin1') ?? '') : undefined
  const cells = await readCells(parts)
  const rows: TableRow[] = []
  for (const [at, row] of cells.entries()) {
    const own = formulas?.get(at + 1)
    collect(rows, { row: at + 1, cells: row.map(toText), ...(own && { formulas: own }) })
  }
  const otherSheets = others.flatMap(({ name, path, isHidden }) => (!isHidden && isFilled(parts.get(path)) ? [name] : []))
  return { format: 'XLSX', delimiter: null, encoding: null, rows, otherSheets }
}

/** The reader takes an archive: it gets exactly what was checked, uncompressed. */
async function readCells(parts: Parts): Promise<Cell[][]> {
  try {
    return (await readSheet(zipSync(Object.fromEntries(parts), { level: 0 }).buffer)) as Cell[][]
  } catch {
    throw new ImportFileError('validation-failed', 'The first sheet of the workbook cannot be read. Save it as CSV UTF-8, and send that.')
  }
}
