/** The first sheet of an XLSX workbook as a table. */
import { posix } from 'node:path'
import { zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { collect, columnLetters, ImportFileError, type Table, type TableRow } from '#modules/users/import/import-error.ts'
import { unzip } from '#modules/users/import/unzip.ts'

type Cell = string | number | boolean | Date | null

const toText = (cell: Cell): string => (cell === null ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell))

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

/** Tags and attributes are ASCII. Decoding one byte per character leaves other characters unchanged. */
function rewriteXml(xml: Buffer, work: (text: string) => string): Buffer {
  const before = xml.toString('latin1')
  const after = work(before)
  return after === before ? xml : Buffer.from(after, 'latin1')
}

const getAttribute = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1]

/** Where the workbook is, according to the package. Source: ECMA-376 part 2, 6.5 (relationships), part 1, 12.3.23 (workbook part). */
function workbookPath(parts: ReadonlyMap<string, Buffer>): string {
  const tags =
    parts
      .get('_rels/.rels')
      ?.toString('latin1')
      .match(/<[^>]+>/g) ?? []
  const tag = tags.find((one) => getAttribute(one, 'Type')?.endsWith('/officeDocument'))
  return (tag && getAttribute(tag, 'Target')?.replace(/^\//, '')) || 'xl/workbook.xml'
}

/** Moves the workbook to where the reader expects it, and makes the paths of its sheets absolute. */
function placeWorkbook(parts: Map<string, Buffer>): void {
  const path = workbookPath(parts)
  const folder = posix.dirname(path)
  const list = posix.join(folder, '_rels', `${posix.basename(path)}.rels`)
  const [book, relations] = [parts.get(path), parts.get(list)]
  if (!book || !/<(\w+:)?workbook[\s>]/.test(book.toString('latin1', 0, 5000)))
    throw new ImportFileError(
      'unsupported-type',
      'This is an archive or another office document. Send a CSV file or an Excel workbook (.xlsx).',
    )
  parts.delete(path)
  parts.delete(list)
  parts.set('xl/workbook.xml', book)
  const absolute = (text: string) =>
    text.replaceAll(/(\sTarget\s*=\s*["'])([^"']*)/g, (_, begin: string, target: string) => begin + posix.resolve('/', folder, target))
  if (relations) parts.set('xl/_rels/workbook.xml.rels', rewriteXml(relations, absolute))
}

const toColumnNumber = (name: string): number => [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** A cell without its reference, or with an ISO date or time: both are valid, but the reader fails on them. */
const incompleteCell = /<(?:\w+:)?c(?=[\s/>])(?:(?![^>]*\sr\s*=)|[^>]*\st\s*=\s*["']d["'])/

/** Adds missing cell references, and turns ISO dates and times into text. Source: ECMA-376 part 1, 18.3.1.4 and 18.18.11. */
function completeCells(sheet: string): string {
  if (!incompleteCell.test(sheet)) return sheet
  let [row, column] = [0, 0]
  return sheet.replaceAll(/<((?:\w+:)?)(row|c)(?=[\s/>])([^>]*)/g, (tag, prefix: string, name: string, rest: string) => {
    const reference = /\sr\s*=\s*["']([^"']*)/.exec(rest)?.[1]
    if (name === 'row') {
      row = reference === undefined ? row + 1 : Number(reference)
      column = 0
      return tag
    }
    const [, letter, digits] = /^([A-Z]+)(\d+)$/.exec(reference ?? '') ?? []
    if (letter) [row, column] = [Number(digits), toColumnNumber(letter)]
    else column++
    const place = letter ? '' : ` r="${columnLetters(column)}${row}"`
    return `<${prefix}c${place}${rest.replace(/(\st\s*=\s*["'])d(?=["'])/, '$1str')}`
  })
}

/**
 * Replaces cells with a formula by the text `=formula`, without the stored result. Source: ECMA-376 part 1, 18.3.1.40.
 * If the file was written by one program for another, the result may be missing or outdated.
 */
const withFormulas = (sheet: string): string =>
  sheet.replaceAll(
    /<((?:\w+:)?)c((?:\s[^>]*)?)>\s*<\1f(?:\s[^>]*?)?(?:\/>|>([^<]*)<\/\1f>)(?:(?!<\/?\1c[\s>])[\s\S])*<\/\1c>/g,
    (_, prefix: string, attributes: string, formula = '') =>
      `<${prefix}c${attributes.replace(/\st\s*=\s*["'][^"']*["']/, '')} t="str"><${prefix}v>=${formula}</${prefix}v></${prefix}c>`,
  )

/** `hasFormulas`: formulas are read as they are written. */
export async function readXlsx(bytes: Uint8Array, { hasFormulas = false } = {}): Promise<Table> {
  const parts = await unzip(bytes, (name) => /\.(xml|rels)$/.test(name))
  placeWorkbook(parts)
  for (const [name, xml] of parts) {
    checkTexts(xml)
    if (!xml.includes('sheetData')) continue
    parts.set(
      name,
      rewriteXml(xml, (sheet) => completeCells(hasFormulas ? withFormulas(sheet) : sheet)),
    )
  }
  const cells = await readCells(parts)
  const rows: TableRow[] = []
  for (const [at, row] of cells.entries()) collect(rows, { row: at + 1, cells: row.map(toText) })
  return { format: 'XLSX', delimiter: null, encoding: null, rows }
}

/** The reader takes an archive: it gets exactly what was checked, uncompressed. */
async function readCells(parts: ReadonlyMap<string, Buffer>): Promise<Cell[][]> {
  try {
    return (await readSheet(zipSync(Object.fromEntries(parts), { level: 0 }).buffer)) as Cell[][]
  } catch {
    throw new ImportFileError('validation-failed', 'The first sheet of the workbook cannot be read. Save it as CSV UTF-8, and send that.')
  }
}
